"""ROSANA by Stuckardt's (2001) disciplines, next to the paper's Figure 5; GAP, relative pronouns, causes, speed.

python benchmarks/rosana.py            print the tables
python benchmarks/rosana.py --write    also put them into docs/results.md
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from time import process_time

from common import SHARED, machine, table, write_section
from corefer.analysis import analyse
from corefer.document import Document, Mention
from corefer.formats import read_each
from corefer.formats.gap import predict
from corefer.resolve import Discourse, link
from corefer.resolve.given import given_mentions
from corefer.resolve.inputs import Source, given_input
from corefer.resolve.mentions import find_mentions
from corefer.resolve.rosana import Rosana
from corefer.resolve.rosana.patterns import CIRCULAR, RULES_OUT
from corefer.resolve.rosana.verdicts import BOUND, FREE, NOT_COMMANDED
from corefer.resolve.schemes import Scheme
from corefer.score.disciplines import Disciplines, disciplines
from corefer.score.gap import gap
from corefer.score.report import Report
from corefer.score.scorer import score
from corefer.score.settings import Settings
from corefer.syntax import Words
from corefer.syntax.relatives import antecedent_of, relative_pronouns

DATA = SHARED / "data"
PAPER = ["Stuckardt (2001), press releases", "94 / 96", "81 / 68", "71", "76", "100", "70", "94", "68", "66", ""]
TOGETHER = ("news", "bio", "fiction")
DISJOINT = frozenset((BOUND, FREE, NOT_COMMANDED, "i-within-i", "crossover", *RULES_OUT, *CIRCULAR))
HEADER = [
    "", "occurrences P / R", "classes P / R", "PER3", "POS3", "REFL", "DNOM", "NAME", "PER3 anchors", "POS3 anchors",
    "CoNLL / without singletons",
]  # fmt: skip
Prepare = Callable[[Document], Document]
WAYS: dict[str, Prepare] = {
    "gold parse, gold mentions": given_mentions,
    "gold parse, own mentions": find_mentions,
    "raw text": analyse,
}


def resolved(given: Document, profile: str = "default", scheme: Scheme = Scheme.GUM) -> Document:
    discourse = Discourse(given, scheme)
    return link(discourse, Rosana(profile).decide(discourse))


def row(name: str, keys: Sequence[Document], responses: Sequence[Document]) -> list[str]:
    report = score(keys, responses, keep_pairs=True)
    without = score(keys, responses, Settings(singletons=False))
    return [name, *cells(disciplines(report.pairs)), f"{conll(report)} / {conll(without)}"]


def conll(report: Report) -> str:
    return f"{100 * report.conll:.1f}"


def cells(found: Disciplines) -> list[str]:
    occurrences, classes = found.occurrences.score, found.classes.score
    pairs = [f"{100 * s.precision:.0f} / {100 * s.recall:.0f}" for s in (occurrences, classes)]
    antecedents = [precision(found.antecedents, kind) for kind in ("PER3", "POS3", "REFL", "DNOM", "NAME")]
    return [*pairs, *antecedents, *(precision(found.anchors, kind) for kind in ("PER3", "POS3"))]


def precision(rows: dict, kind: str) -> str:
    return f"{100 * rows[kind].score.precision:.0f}" if kind in rows and rows[kind].counts.precision_of else "–"


def figure_5(keys: Sequence[Document], responses: Sequence[Document]) -> str:
    """The table by genre, the paper's own genres first."""
    by_genre = sorted({key.genre for key in keys}, key=lambda genre: (genre not in TOGETHER, genre))
    groups = [(genre, (genre,)) for genre in by_genre]
    groups.insert(len(TOGETHER), ("**news, biography, fiction**", TOGETHER))
    rows = [PAPER]
    for name, genres in [*groups, ("**all**", tuple(by_genre))]:
        chosen = [(k, r) for k, r in zip(keys, responses, strict=True) if k.genre in genres]
        rows.append(row(name, [k for k, _ in chosen], [r for _, r in chosen]))
    return table(HEADER, rows)


def litbank() -> str:
    keys = sorted(read_each(DATA / "litbank" / "conll"), key=lambda key: key.id)
    scheme = Scheme.LITBANK
    given = [given_input(key, Source.OWN, Source.OWN, scheme) for key in keys]
    rows = [row(f"profile {name}", keys, [resolved(d, name, scheme) for d in given]) for name in ("default", "fiction")]
    return table(HEADER, [PAPER, *rows])


def relatives(keys: Sequence[Document]) -> str:
    """Relative pronouns against the `ref` relations of the key's enhanced dependencies."""
    rows = []
    for name, prepare in (("gold parse", Document.bare), ("our parse, gold tokens", own_parse)):
        right = found = due = 0
        for key in keys:
            gold = references(key)
            given = prepare(key)
            words = Words(given)
            place = places(key) if len(given.tokens) < len(key.tokens) else range(len(key.tokens))
            ours = {place[token]: place[antecedent_of(words, token) or 0] for token in relative_pronouns(given)}
            due, found = due + len(gold), found + len(ours.keys() & gold.keys())
            right += sum(gold[token] == head for token, head in ours.items() if token in gold)
        rows.append([name, f"{due:,}", f"{100 * found / due:.1f}", f"{100 * right / found:.1f}"])
    return table(["", "relative pronouns", "found, %", "right antecedent of those, %"], rows)


def places(key: Document) -> list[int]:
    """The key's tokens that are words, without its empty nodes."""
    return [token for token, id in enumerate(key.tokens.table.column("id")) if "." not in id]


def own_parse(key: Document) -> Document:
    return analyse(key.bare(), tokens="kept")


def references(key: Document) -> dict[int, int]:
    """Each relative pronoun with the head it refers to, by the key; adverbs (`where`) are none."""
    ids, deps, upos = (key.tokens.table.column(name) for name in ("id", "deps", "upos"))
    found = {}
    for sentence in key.sentences:
        place = {ids[token]: token for token in range(sentence.start, sentence.end)}
        for token in place.values():
            for dep in deps[token].split("|"):
                head, _, relation = dep.partition(":")
                if relation == "ref" and head in place and upos[token] != "ADV":
                    found[token] = place[head]
    return found


def causes(keys: Sequence[Document], prepare: Prepare) -> str:
    """Why third-person pronouns and reflexives got a wrong antecedent."""
    counted: Counter[str] = Counter()
    for key in keys:
        entities = {key.mention_spans(m): m.entity for m in reversed(key.mentions)}
        given = prepare(key)
        for decision in Rosana(explain=True).decide(Discourse(given)):
            own = entities.get(given.mention_spans(decision.anaphor))
            if own is None or not decision.candidates or decision.antecedent is None:
                continue

            def coreferent(mention: Mention, own=own, given=given, entities=entities) -> bool:
                return entities.get(given.mention_spans(mention)) is own

            if not coreferent(decision.antecedent):
                before = [c for c in decision.candidates if c.mention.start < decision.anaphor.start]
                right = [c.excluded_by for c in before if coreferent(c.mention)]
                counted[cause(right, own.mentions[0], decision.anaphor, key, given)] += 1
    total = sum(counted.values())
    rows = [[name, f"{n}", f"{100 * n / total:.1f}"] for name, n in counted.most_common()]
    return table(["cause", "errors", "%"], rows)


def cause(excluded: list[str], first: Mention, anaphor: Mention, key: Document, given: Document) -> str:
    if not excluded:
        opens = key.mention_spans(first) == given.mention_spans(anaphor)
        return "no antecedent in the key" if opens else "the antecedent is too far, or no mention of ours"
    if "" in excluded:
        return "another candidate was more plausible"
    rules = {rule.removesuffix(", by an earlier decision") for rule in excluded}
    return "disjoint reference excluded it" if rules & DISJOINT else "agreement excluded it"


def gap_scores() -> str:
    rows = []
    for part in ("development", "validation"):
        keys = list(read_each(DATA / "gap" / f"gap-{part}.tsv"))
        found = gap(keys, [resolved(analyse(key)) for key in keys], predict).as_dict()
        rows.append(
            [part, *(f"{found[g]['f1']:.1f}" for g in ("overall", "masculine", "feminine")), f"{found['bias']:.2f}"]
        )
    return table(["GAP", "F1", "masculine", "feminine", "feminine / masculine"], rows)


def speed(keys: Sequence[Document]) -> str:
    words = sum(len(key.tokens) for key in keys)
    started = process_time()
    analysed = [analyse(key.bare()) for key in keys]
    between = process_time()
    for document in analysed:
        resolved(document)
    done = process_time()
    alone, whole = words / (done - between), words / (done - started)
    return f"On analysed input {alone:,.0f} words a second; from raw text {whole:,.0f} ({machine()}; the paper: 165)."


def sections(keys: Sequence[Document]) -> Iterable[str]:
    yield (
        "## ROSANA\n\nPrecision in percent, by Stuckardt's (2001) disciplines: occurrences, coreference classes, "
        "immediate antecedents and non-pronominal anchors by type of anaphor; the paper's figures are those of its own "
        "corpus, from raw text with its own parser. GUM's development split, default profile."
    )
    for name, prepare in WAYS.items():
        yield f"### GUM, {name}\n\n{figure_5(keys, [resolved(prepare(key)) for key in keys])}"
    yield f"### LitBank, raw text\n\n{litbank()}"
    yield f"### Relative pronouns (GUM)\n\n{relatives(keys)}"
    for name in ("gold parse, gold mentions", "raw text"):
        about = (
            "Wrong antecedents that salience chose, by what kept the right one out (disjoint reference: paper 2.8 %)."
        )
        yield f"### Causes of errors (GUM, {name})\n\n{about}\n\n{causes(keys, WAYS[name])}"
    yield f"### GAP, from raw text\n\nIts validation part is training data of the profiles.\n\n{gap_scores()}"
    yield f"### Speed\n\n{speed(keys)}"


def main() -> None:
    text = "\n\n".join(sections(list(read_each(DATA / "gum" / "dev"))))
    print(text)
    if "--write" in sys.argv:
        write_section("rosana", text)


if __name__ == "__main__":
    main()
