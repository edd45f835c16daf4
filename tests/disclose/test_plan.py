"""The plan: what it may say, and how it says what is wrong with one."""

from __future__ import annotations

import pytest
from texts import parsed, planned, records

from corefer.disclose.categories.names import LABELS
from corefer.disclose.disclosure import make
from corefer.disclose.plan import default_plan, default_text, parse, read_plan
from corefer.document import Builder, CoreferError


def test_the_plan_that_ships_reads_back_as_itself(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "plan.toml"
    file.write_text(default_text(), encoding="utf-8")
    assert read_plan(file) == default_plan()
    assert set(default_plan().excluded) | {"cataphora", "bound", "long_distance"} == set(LABELS)


def test_what_a_plan_leaves_out_is_as_in_the_one_that_ships() -> None:
    plan = planned('[columns]\n"He/She" = ["he", "she"]')
    assert plan.column_labels == ["He/She", "Out of Scope"]
    assert plan.excluded == default_plan().excluded
    assert planned("").columns == default_plan().columns


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[colums]\n", "colums: there is no such key"),
        ("[windows]\nfar = 3", "windows.far: there is no such key"),
        ("[windows]\nlong_distance = -1", "windows.long_distance: `-1` is no number of sentences"),
        ('[exclusions]\nreferential = ["plurals"]', "exclusions.referential: there is no `plurals`"),
        ('[exclusions]\nreferential = ["plural", "plural"]', "exclusions.referential: `plural` stands there twice"),
        ('[exclusions]\nreferential = ["cleft"]', "exclusions: `cleft` is in both lists"),
        ('[results]\nerrors = ["event"]', "results.errors: `event` is excluded"),
        ('[results]\ncount = "both"', "results.count: `both` is not known"),
        ('[columns]\nHim = ["him"]\nThem = ["them", "him"]', "columns: `him` is in two, Him and Them"),
        ('[columns]\nTotal = ["it"]', "columns.Total: this column is always there"),
        ('[columns]\nIt = "it"', "columns.It: should be a list of forms"),
        ('[columns]\nIt = { form = ["it"] }', "columns.It.form: there is no such key"),
        ('[columns]\nIt = { person = 4 }', "columns.It.person: `4` is no person"),
        ('[columns]\nIt = { kind = "pronoun" }', "columns.It.kind: `pronoun` is not known"),
        ("[columns]\n", "columns: there are none"),
        ('[universe]\nkinds = ["clitic"]', "universe.kinds: there is no `clitic`"),
        ('[labels]\nplurals = "x"', "labels.plurals: there is no such key"),
        ("columns = 3", "columns: should be a table"),
        ("[columns", "not TOML"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_says_so_with_place_and_remedy(text: str, message: str) -> None:
    with pytest.raises(CoreferError) as error:
        parse(text, "plan.toml")
    assert str(error.value).startswith(f"plan.toml: {message}")
    assert str(error.value).endswith(")")


def test_a_form_may_be_in_two_columns_that_tell_its_uses_apart() -> None:
    plan = '[columns]\n"Her (Poss)" = { forms = ["her"], kind = "possessive" }\nHer = ["her"]'
    builder = Builder("d")
    feats = ["Person=3|Poss=Yes|PronType=Prs", "_", "_", "Person=3|PronType=Prs"]
    builder.add_sentence(
        ["Her", "dog", "bit", "her"], columns={"upos": ["PRON", "NOUN", "VERB", "PRON"], "feats": feats}
    )
    assert [r.column for r in records(builder.build(), plan)] == ["Her (Poss)", "Her"]


def test_columns_by_lemma_and_by_features_in_another_language() -> None:
    """German by lemma, and by what UD says of it."""
    builder = Builder("de")
    builder.add_sentence(
        ["Sie", "sah", "ihn", "und", "seinen", "Hund"],
        columns={
            "lemma": ["sie", "sehen", "er", "und", "sein", "Hund"],
            "upos": ["PRON", "VERB", "PRON", "CCONJ", "DET", "NOUN"],
            "feats": [
                "Case=Nom|Gender=Fem|Number=Sing|Person=3|PronType=Prs", "_",
                "Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs", "_",
                "Case=Acc|Number=Sing|Person=3|Poss=Yes|PronType=Prs", "_",
            ],
        },
    )  # fmt: skip
    document = builder.build()
    lemmas = '[columns]\nsie = { lemmas = ["sie"] }\ner = { lemmas = ["er"] }'
    assert [(r.form, r.column) for r in records(document, lemmas)] == [
        ("Sie", "sie"),
        ("ihn", "er"),
        ("seinen", "Out of Scope"),
    ]
    classes = (
        '[columns]\nFem = { feats = "Gender=Fem" }\n"3rd Poss" = { kind = "possessive", person = 3, number = "sing" }'
    )
    assert [r.column for r in records(document, classes)] == ["Fem", "Out of Scope", "3rd Poss"]


def test_a_form_that_is_another_word_is_counted_and_excluded() -> None:
    """French `le` is a pronoun and an article (Table 2, note c)."""
    builder = Builder("fr")
    builder.add_sentence(
        ["Le", "chien", "le", "voit"],
        columns={"upos": ["DET", "NOUN", "PRON", "VERB"], "feats": ["PronType=Art", "_", "Person=3|PronType=Prs", "_"]},
    )
    document = builder.build()
    found = records(document, '[columns]\nLe = ["le"]')
    assert [(r.form, r.column, r.category) for r in found] == [("Le", "Le", "other_word"), ("le", "Le", "unmarked")]
    pronouns = '[columns]\nLe = ["le"]\n[exclusions]\nnonreferential = []'
    assert [r.form for r in records(document, pronouns)] == ["le"]


def test_the_universe_decides_what_counts_at_all() -> None:
    sentence = "Pat/PROPN/2/nsubj saw/VERB/0/root that/PRON/2/obj who/PRON/2/obj"
    assert [r.form for r in records(parsed(sentence))] == ["that"]
    assert [r.form for r in records(parsed(sentence), '[universe]\nkinds = ["relative"]')] == ["who"]


def test_pleonastics_together_or_by_kind() -> None:
    rain = "It/PRON/2/nsubj rained/VERB/0/root/rain"
    separate = make(parsed(rain)).counts
    assert separate.nonreferential["prop_it"]["It"] == 1
    together = make(parsed(rain), plan=planned('[exclusions]\npleonastic = "together"')).counts
    assert together.nonreferential["pleonastic"]["It"] == 1
    assert "prop_it" not in together.nonreferential


def test_texts_without_tags_go_by_lists() -> None:
    builder = Builder("plain")
    builder.add_sentence(["She", "said", "that", "it", "helps", "them"])
    assert [(r.form, r.column) for r in records(builder.build())] == [
        ("She", "She"),
        ("it", "It"),
        ("them", "Out of Scope"),
    ]


def test_what_a_plan_excludes_has_no_errors() -> None:
    plan = planned('[exclusions]\nreferential = ["cataphora", "other", "unmarked"]')
    assert plan.errors == ("long_distance",)
