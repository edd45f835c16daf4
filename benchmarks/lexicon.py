"""The lexical resources: coverage and precision of gender and number, lemmas, and what loading them costs.

python benchmarks/lexicon.py            print the tables
python benchmarks/lexicon.py --write    also put them into docs/results.md

The pronouns of the annotation are the truth: GAP's pronoun for the name it refers to, in GUM's development split the
third-person pronouns of the mention's entity, where they are of one kind.
"""

from __future__ import annotations

import csv
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from common import ROOT, SHARED, cpu_seconds, machine, table, write_section

sys.path.append(str(ROOT / "training" / "lexicon"))

from corefer.analysis.lexicon import Features, lemmatise, name_features, noun_features
from corpora import Described, described, kind, words_of_file

DATA = SHARED / "data"
Judged = list[tuple[str, str, float]]  # what is said, what is true, how sure
LOAD = """
import sys, time, tracemalloc
import corefer
if sys.argv[1] == "memory":
    tracemalloc.start()
before = time.perf_counter()
from corefer.analysis.lexicon import lemmatise, name_features, noun_features, pronoun_features
name_features(["Dr.", "Ana", "Voss"]), noun_features("aunt"), pronoun_features("she"), lemmatise("went", "VERB", "VBD")
print(tracemalloc.get_traced_memory()[1] / 1e6 if sys.argv[1] == "memory" else time.perf_counter() - before)
"""


def gap(file: Path) -> Judged:
    """The gender of every name that GAP says the pronoun refers to."""
    judged: Judged = []
    with file.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            for name in "AB":
                if row[f"{name}-coref"] == "TRUE":
                    found = name_features(row[name].split())
                    said = "" if found.gender == "neut" else found.gender
                    judged.append((said, kind(row["Pronoun"].lower()), found.certainty))
    return judged


def features(mention: Described) -> Features:
    if mention.is_name:
        return name_features(mention.words)
    return noun_features(mention.lemma, "plur" if mention.xpos == "NNS" else "sing")


def gum(mentions: Iterable[Described]) -> dict[str, Judged]:
    """Gender and number of names and nouns, by the pronouns of their entities."""
    judged: dict[str, Judged] = {}
    for mention in mentions:
        truth, found = mention.truth(), features(mention)
        word = "name" if mention.is_name else "noun"
        if truth:
            number = "plur" if truth == "plur" else "sing"
            judged.setdefault(f"number of {word}s", []).append((found.number, number, found.certainty))
        if truth in ("masc", "fem", "neut"):
            judged.setdefault(f"gender of {word}s", []).append((found.gender, truth, found.certainty))
    return judged


def animacy(mentions: Iterable[Described]) -> dict[str, Judged]:
    """Whether a mention is a person, by GUM's entity types."""
    judged: dict[str, Judged] = {}
    for mention in mentions:
        found = features(mention)
        said = {"": "", "person": "person"}.get(found.animacy, "other")
        truth = "person" if mention.type == "person" else "other"
        key = f"person or not, {'names' if mention.is_name else 'nouns'}"
        judged.setdefault(key, []).append((said, truth, found.certainty))
    return judged


def row(name: str, judged: Judged, least: float = 0.0) -> list[str]:
    """Coverage and precision of what is stated with at least this certainty."""
    said = [(value, truth) for value, truth, certainty in judged if value and certainty >= least]
    right = sum(value == truth for value, truth in said)
    figures = [100 * len(said) / len(judged), 100 * right / max(1, len(said))]
    return [name, f"{len(judged):,}", *(f"{figure:.1f}" for figure in figures)]


def lemma_row(name: str, files: list[Path]) -> list[str]:
    words = [word for file in files for word in words_of_file(file)]
    tagged = sum(lemmatise(form, upos, xpos, feats) == lemma for form, lemma, upos, xpos, feats in words)
    untagged = sum(lemmatise(form, upos, "_", feats) == lemma for form, lemma, upos, _, feats in words)
    return [name, f"{len(words):,}", *(f"{100 * right / len(words):.2f}" for right in (tagged, untagged))]


def cost(what: str) -> float:
    """Seconds, or megabytes at the peak, of the import and a look-up in every table, in a fresh process."""
    done = [subprocess.run([sys.executable, "-c", LOAD, what], capture_output=True, check=True) for _ in range(3)]
    return min(float(process.stdout) for process in done)


def lemmatised_per_second(file: Path) -> float:
    words = list(words_of_file(file))

    def job() -> None:
        lemmatise.cache_clear()
        for form, _, upos, xpos, feats in words:
            lemmatise(form, upos, xpos, feats)

    return len(words) / cpu_seconds(job)


def main() -> None:
    names = gap(DATA / "gap" / "gap-development.tsv")
    dev = sorted((DATA / "gum" / "dev").glob("*.conllu"))
    mentions = list(described(dev))
    rows = [row("GAP's names, gender", names)]
    rows += [row(f"… with certainty ≥ {least}", names, least) for least in (0.6, 0.7, 0.8, 0.9)]
    judged = gum(mentions) | animacy(mentions)
    rows.append(row("GAP's names, gender (validation split)", gap(DATA / "gap" / "gap-validation.tsv")))
    rows += [row(f"GUM, {key}", judged[key]) for key in sorted(judged)]
    lemmas = [lemma_row("GUM", dev), lemma_row("EWT", [DATA / "ewt" / "dev.conllu"])]
    text = "\n\n".join(
        (
            "## Lexical resources",
            f"`python benchmarks/lexicon.py --write` ({machine()}), development splits. Coverage: how many of the "
            "mentions something is stated of; precision: how often that is right. Nouns are given their number.",
            table(["what", "mentions", "coverage %", "precision %"], rows),
            "Lemmas from gold tags, percent equal to the gold lemma, case included:",
            table(["corpus", "words", "UPOS and XPOS", "UPOS and features"], lemmas),
            f"Import and first look-up in every table: {1000 * cost('time'):.0f} ms, {cost('memory'):.0f} MB. "
            f"Lemmatising: {lemmatised_per_second(DATA / 'ewt' / 'dev.conllu'):,.0f} words a second from a cold cache.",
        )
    )
    print(text)
    if "--write" in sys.argv[1:]:
        write_section("lexicon", text)


if __name__ == "__main__":
    main()
