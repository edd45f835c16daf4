"""The disclosure's automatic categories against GUM's own annotation, and the time that all of GUM takes.

python benchmarks/disclose.py            print the tables
python benchmarks/disclose.py --write    also put them into docs/results.md
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from corefer.disclose.categories.pleonastic import KINDS, pleonastic

import corefer
from common import SHARED, cpu_seconds, machine, table, write_section
from corefer.disclose.categories.case import Case
from corefer.disclose.categories.find import RULES, annotated_in_key, found_pleonastic
from corefer.disclose.disclosure import make
from corefer.disclose.plan import default_plan
from corefer.disclose.pronouns import pronoun
from corefer.disclose.view import View
from corefer.document import Document

GUM = SHARED / "data" / "gum"
PLAN = default_plan()
Tally = Counter[tuple[bool, bool]]


def hidden(document: Document) -> Document:
    """The parse and the entities, without link types, information status, split antecedents and bridging."""
    copy = document.bare()
    for m in document.mentions:
        copy.add_mention(m.entity.id, m.start, m.end, parts=m.parts, head=m.head, min=m.min, type=m.type)
    copy.arrange()
    return copy


def cases(document: Document) -> Iterable[tuple[Case, Case]]:
    """Each pronoun as the key annotates it, and as it looks with the annotation hidden."""
    open_, closed = View(document), View(hidden(document))
    for token in range(len(open_.forms)):
        word = pronoun(open_, token)
        if word is not None and word.kind in PLAN.kinds:
            yield tuple(Case(v, token, word, v.mention_of(token), False, PLAN) for v in (open_, closed))  # type: ignore[misc]


def is_marked(case: Case) -> bool:
    """GUM marks an `it` as empty: by UD's `expl`, or as pointing forward to a clause of its sentence."""
    return case.view.relation(case.token) == "expl" or any(f.category in KINDS for f in annotated_in_key(case))


def says_nothing(case: Case) -> bool:
    """An `it` in no mention and without `expl`: weather and idioms, and what the annotators overlooked."""
    return case.mention is None and case.view.relation(case.token) != "expl"


def is_it(case: Case) -> bool:
    return case.view.lower[case.token] == "it" and case.view.relation(case.token) != "reparandum"


def measured(documents: Iterable[Document]) -> dict[str, Tally]:
    """Counts of (annotated, found) by category."""
    tallies: dict[str, Tally] = {name: Counter() for name in ROWS}
    for document in documents:
        for key, case in cases(document):
            named = {finding.category for finding in annotated_in_key(key)}
            for name, (truth, found, counts) in ROWS.items():
                if counts(key):
                    tallies[name][truth(key, named), bool(found(case))] += 1
    return tallies


def by_rule(category: str) -> Callable[[Case], object]:
    return lambda case: not found_pleonastic(case) and RULES[category](case)


Row = tuple[Callable[[Case, set[str]], bool], Callable[[Case], object], Callable[[Case], bool]]
ROWS: dict[str, Row] = {
    "pleonastic *it*, as the command finds it (parse and entities)": (
        lambda case, _: is_marked(case), found_pleonastic, lambda case: is_it(case) and not says_nothing(case),
    ),
    "pleonastic *it*, from the parse alone": (
        lambda case, _: is_marked(case), lambda case: pleonastic(case.view, case.token),
        lambda case: is_it(case) and not says_nothing(case),
    ),
    "pleonastic *it* or *it* without a mention, from the parse alone": (
        lambda case, _: is_marked(case) or says_nothing(case), lambda case: pleonastic(case.view, case.token), is_it,
    ),
    "event anaphora (`disc`)": (lambda _, named: "event" in named, by_rule("event"), lambda _: True),
    "cataphora (`cata`)": (lambda _, named: "cataphora" in named, by_rule("cataphora"), lambda _: True),
    "split antecedents (`SplitAnte`)": (
        lambda _, named: "split_antecedent" in named, by_rule("split_antecedent"), lambda _: True,
    ),
}  # fmt: skip


def scored(tally: Tally) -> list[str]:
    both, missed, invented = tally[True, True], tally[True, False], tally[False, True]
    annotated, found = both + missed, both + invented
    precision, recall = both / found if found else 0.0, both / annotated if annotated else 0.0
    f1 = 2 * both / (annotated + found) if annotated + found else 0.0
    return [str(annotated), str(found), *(f"{value:.3f}" for value in (precision, recall, f1))]


def main() -> None:
    if not GUM.is_dir():
        print(f"the categories are measured on GUM, which is not at {GUM}")
        return
    dev = corefer.read(GUM / "dev")
    tallies = measured(dev)
    seconds = cpu_seconds(lambda: [make(corefer.formats.read_each(Path(GUM / part))) for part in ("train", "dev")])
    disclosure = make(dev, corpus="GUM, development split")
    header, rows = disclosure.summary
    sources = disclosure.counts.sources
    annotated = sum(count for _, count in sources.values())
    text = "\n\n".join(
        (
            "## The standard disclosure",
            "`make benchmarks`: categories found in GUM's development split with its link types, information status, "
            "split antecedents and bridging hidden, against what these say; gold parse. GUM marks an *it* as "
            "pleonastic by UD's `expl`, or links it forward to a clause of its sentence (`cata`). An *it* in no "
            "mention and without `expl` is marked by neither layer, and may be weather, an idiom, or overlooked: "
            "the first two rows leave it out, the third takes it for pleonastic. `expl` is itself part of the gold "
            "parse that the finder sees.",
            table(
                ["category", "annotated", "found", "precision", "recall", "F1"],
                [[name, *scored(tally)] for name, tally in tallies.items()],
            ),
            "Pronouns by genre (A all, C referential, E evaluated under the plan that ships):",
            table(header, rows),
            f"Of the {sum(map(sum, sources.values())):,} excluded tokens, {annotated:,} are annotated.",
            f"All of `gum/train` and `gum/dev`, reading included: {seconds:.1f} CPU seconds ({machine()}).",
        )
    )
    print(text)
    if "--write" in sys.argv[1:]:
        write_section("disclosure", text)


if __name__ == "__main__":
    main()
