"""Make the lexicon's tables again, from packages of the registry and the training corpora.

python training/lexicon                     make all tables
python training/lexicon names nouns         only these (names, entities, nouns, person, words, irregular, lemmas)
python training/lexicon --sources FOLDER    where the packages are kept (default: build/lexicon)
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import lemmas
import names
import person
from corpora import described, novel_names, novel_nouns, words_of_file
from nouns import Nouns, noun_rows
from sources import Sources

ROOT = Path(__file__).resolve().parent.parent.parent
TABLES = ROOT / "src" / "corefer" / "analysis" / "lexicon" / "data"
CORPORA = ROOT.parent / "shared" / "data"
ALL = ("nouns", "names", "entities", "person", "words", "irregular", "lemmas")  # in the order they build on each other


def write_table(name: str, rows: dict[str, str]) -> None:
    """Sorted by the bytes of the key, as the look-up expects; the same rows give the same file."""
    lines = "".join(f"{key}\t{rows[key]}\n" for key in sorted(rows, key=str.encode))
    packed = gzip.compress(lines.encode(), 9, mtime=0)
    (TABLES / f"{name}.tsv.gz").write_bytes(packed)
    print(f"{name}: {len(rows):,} rows, {len(packed):,} bytes")


def make(name: str, sources: Sources, corpora: Path) -> None:
    novels = sorted((corpora / "litbank" / "brat").glob("*.ann"))
    gum = sorted((corpora / "gum" / "train").glob("*.conllu"))
    if name == "nouns":
        write_table(name, noun_rows(Nouns(sources), [*described(gum), *novel_nouns(novels)]))
    elif name == "names":
        write_table(name, names.name_rows(sources))
    elif name == "entities":
        write_table(name, names.entity_rows(sources, Nouns(sources)))
    elif name == "person":
        weights = person.fit([*described(gum), *novel_names(novels)])
        (TABLES / "person.json").write_text(json.dumps(weights, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"person: {len(weights)} weights")
    elif name == "words":
        write_table(name, lemmas.word_rows(sources))
    elif name == "irregular":
        write_table(name, lemmas.irregular_rows(sources))
    elif name == "lemmas":
        files = [*gum, corpora / "ewt" / "train.conllu"]
        write_table(name, lemmas.exception_rows(word for file in files for word in words_of_file(file)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=f"one of {', '.join(ALL)}; all where none is named")
    parser.add_argument("--sources", type=Path, default=ROOT / "build" / "lexicon", help="folder of the packages")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="folder of the training corpora")
    options = parser.parse_args()
    if unknown := set(options.tables) - set(ALL):
        parser.error(f"no table is called {', '.join(sorted(unknown))}; there are {', '.join(ALL)}")
    TABLES.mkdir(exist_ok=True)
    sources = Sources(options.sources)
    for name in ALL:
        if not options.tables or name in options.tables:
            make(name, sources, options.corpora)


if __name__ == "__main__":
    main()
