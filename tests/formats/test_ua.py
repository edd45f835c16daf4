"""CoNLL-UA: the proposal's own examples, the shapes of real corpora, exact output, errors, nothing lost."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Bridge, Builder, Document, Feature, FormatError, SplitAntecedent, differences, project
from corefer.formats import corefud
from corefer.formats.base import Source, Target
from corefer.formats.percent import PercentCode
from corefer.formats.ua import FORMAT, read, sniff, write
from strategies import assert_round_trip, corpora, documents

HEADER = (
    "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC "
    "IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM\n"
)


def rows(*tokens: str, blank: int = 8) -> str:
    """`form identity bridging deixis reference nom_sem` as rows of fifteen columns; missing cells are `_`."""
    lines = []
    for number, token in enumerate(tokens, 1):
        form, *cells = token.split(" ")
        lines.append("\t".join([str(number), form, *["_"] * blank, *cells, *["_"] * (5 - len(cells))]))
    return "\n".join(lines) + "\n\n"


def load(text: str, problems: list[FormatError] | None = None) -> list[Document]:
    return list(read(Source("sample.ua", data=text.encode(), problems=problems)))


def only(text: str) -> Document:
    (document,) = load(text)
    return document


def written(*several: Document) -> str:
    buffer = io.BytesIO()
    write([project(document, FORMAT.holds)[0] for document in several], Target(None, stdout=buffer))
    return buffer.getvalue().decode()


def cells(document: Document, column: int = 10) -> list[str]:
    lines = [line.split("\t") for line in written(document).splitlines() if line and line[0] != "#"]
    return [line[column] for line in lines]


def mentions(document: Document) -> list[tuple[str, str]]:
    return [(mention.entity.id, document.mention_text(mention)) for mention in document.mentions]


def plain(*forms: str) -> Document:
    builder = Builder("d")
    builder.add_sentence(forms)
    return builder.build()


# --- the columns


def test_identity_nests_and_closing_brackets_close_the_last_one_opened() -> None:
    document = only(
        HEADER
        + "# newdoc id = GUM_voyage_tulsa\n# sent_id = t-1\n"
        + rows(
            *("Tulsa (EntityID=1|MarkableID=markable_1|Min=1|SemType=dn)", "is"),
            *("the (EntityID=2|MarkableID=markable_3|Min=5|SemType=dn", "Green", "region", "of"),
            *("Oklahoma )(EntityID=3|MarkableID=markable_4|Min=7|SemType=do)", "."),
        )
    )
    assert document.id == "GUM_voyage_tulsa"
    assert document.sentences[0].id == "t-1"
    assert mentions(document) == [("1", "Tulsa"), ("2", "the Green region of Oklahoma"), ("3", "Oklahoma")]
    assert [mention.id for mention in document.mentions] == ["markable_1", "markable_3", "markable_4"]
    assert [mention.min for mention in document.mentions] == [(0,), (4,), (6,)]
    assert [mention.infstat for mention in document.mentions] == ["dn", "dn", "do"]
    assert [mention.head for mention in document.mentions] == [None] * 3


@pytest.mark.parametrize("last", ["(EntityID=3|MarkableID=m4))", ")(EntityID=3|MarkableID=m4)"])
def test_both_ways_to_end_two_mentions_on_one_token(last: str) -> None:
    document = only(rows("the (EntityID=2|MarkableID=m3", "region", f"Oklahoma {last}"))
    assert mentions(document) == [("2", "the region Oklahoma"), ("3", "Oklahoma")]


def test_an_at_sign_may_separate_brackets() -> None:
    document = only(rows("his (EntityID=3|MarkableID=m3|SemType=dn@(EntityID=1|MarkableID=m4)", "father )"))
    assert mentions(document) == [("3", "his father"), ("1", "his")]
    assert document.mentions[0].infstat == "dn"


def test_pseudo_entities_do_not_refer_and_their_semtype_is_the_category() -> None:
    document = only(
        rows(
            "It (EntityID=4-Pseudo|MarkableID=m1|SemType=expletive)",
            "rained (EntityID=1|MarkableID=m2)",
            "so (EntityID=1-Pseudo|MarkableID=m3|SemType=predicate)",
        )
    )
    assert [(m.entity.id, m.referring, m.category, m.infstat) for m in document.mentions] == [
        ("4", False, "expletive", ""),
        ("1", True, "", ""),
        ("1-Pseudo", False, "predicate", ""),
    ]
    assert cells(document)[0] == "(EntityID=4-Pseudo|MarkableID=m1|SemType=expletive)"
    assert cells(document)[2] == "(EntityID=1-Pseudo|MarkableID=m3|SemType=predicate)"


@pytest.mark.parametrize(
    ("minimum", "expected"),
    [("5", (4,)), ("4,5", (3, 4)), ("4-6", (3, 4, 5)), ("4,5,6", (3, 4, 5)), ("4,6,6", (3, 5))],
)
def test_min_counts_the_words_of_the_document(minimum: str, expected: tuple[int, ...]) -> None:
    document = only(rows("a", "b") + rows("c", f"d (EntityID=1|MarkableID=m1|Min={minimum}", "e", "f )"))
    assert document.mentions[0].min == expected


def test_min_may_count_the_words_of_the_sentence_where_the_other_reading_is_impossible() -> None:
    document = only(rows("a", "b", "c") + rows("d", "e (EntityID=1|MarkableID=m1|Min=3", "f )"))
    assert document.mentions[0].min == (5,)


def test_split_antecedents() -> None:
    document = only(
        rows(
            "John (EntityID=1|MarkableID=m1|ElementOf=3)",
            "met",
            "Mary (EntityID=2|MarkableID=m2|ElementOf=3)",
            "They (EntityID=3|MarkableID=m3)",
        )
    )
    (split,) = document.splits
    assert document.mention_text(split.anaphor) == "They"
    assert [entity.id for entity in split.antecedents] == ["1", "2"]
    assert cells(document)[0] == "(EntityID=1|MarkableID=m1|ElementOf=3)"


def test_bridging_with_and_without_brackets() -> None:
    document = only(
        rows(
            "the (EntityID=1|MarkableID=m1",
            "house )",
            "the (EntityID=2|MarkableID=m2 MarkableID=m2|Rel=poss|MentionAnchor=m1|EntityAnchor=1",
            "door )",
            "Its (EntityID=3|MarkableID=m3 (MarkableID=m3|MentionAnchor=m2",
            "paint ) )",
            "wood (EntityID=4|MarkableID=m4) (MarkableID=m4|EntityAnchor=1)",
        )
    )
    assert [
        (b.anaphor.id, b.anchor.id, b.relation, b.anchor_mention and b.anchor_mention.id) for b in document.bridges
    ] == [
        ("m2", "1", "poss", "m1"),
        ("m3", "2", "", "m2"),
        ("m4", "1", "", None),
    ]
    assert cells(document, 11)[2:] == [
        *("(MarkableID=m2|Rel=poss|MentionAnchor=m1|EntityAnchor=1", ")"),
        *("(MarkableID=m3|MentionAnchor=m2|EntityAnchor=2", ")"),
        "(MarkableID=m4|MentionAnchor=m1|EntityAnchor=1|Anchor=Entity)",
    ]


def test_discourse_deixis_has_entities_and_markables_of_its_own() -> None:
    document = only(
        rows(
            "John (EntityID=1|MarkableID=m1) _ (EntityID=1-DD|MarkableID=dd_1|Min=2|SemType=dn",
            "left",
            ". _ _ )",
            "That (EntityID=3|MarkableID=m1b) _ (EntityID=1-DD|MarkableID=m1|Min=4|SemType=do)",
        )
    )
    assert [(m.entity.id, m.link, m.id) for m in document.mentions] == [
        ("1-DD", "disc", "dd_1"),
        ("1", "", "m1"),
        ("3", "", "m1b"),
        ("1-DD", "disc", "m1"),
    ]
    assert cells(document, 12) == [
        "(EntityID=1-DD|MarkableID=dd_1|Min=2|SemType=dn",
        "_",
        ")",
        "(EntityID=1-DD|MarkableID=_4|Min=4|SemType=do)",
    ]


def test_a_discourse_entity_never_merges_with_an_identity_entity_of_the_same_number() -> None:
    document = only(rows("a (EntityID=1|MarkableID=m1)", "b _ _ (EntityID=1|MarkableID=m2)"))
    assert [entity.id for entity in document.entities] == ["1", "1-DD"]


def test_reference_and_nom_sem_as_in_the_proposal_and_as_in_the_corpora() -> None:
    document = only(
        rows(
            "Tulsa (EntityID=1|MarkableID=m1) _ _ Tulsa_(Oklahoma) Entity_Type=place|Genericity=generic-no",
            "the (EntityID=2|MarkableID=m2 _ _ _ (MarkableID=m2|Entity_Type=person",
            "man )(EntityID=3|MarkableID=m3) _ _ (MarkableID=m3|Reference=M) )",
        )
    )
    assert [(m.identity, m.type, m.other) for m in document.mentions] == [
        ("Tulsa_(Oklahoma)", "place", {"Genericity": "generic-no"}),
        ("", "person", None),
        ("M", "", None),
    ]
    assert cells(document, 13)[0] == "(MarkableID=m1|Reference=Tulsa_%28Oklahoma%29)"
    assert cells(document, 14)[0] == "(MarkableID=m1|Entity_Type=place|Genericity=generic-no)"


def test_a_markable_that_opens_again_is_discontinuous() -> None:
    document = only(
        rows(
            "The (EntityID=1|MarkableID=m1|Min=2",
            "man )",
            "I (EntityID=2|MarkableID=m2)",
            "saw",
            "a (EntityID=1|MarkableID=m1|Min=2(EntityID=3|MarkableID=m3",
            "hat ))",
        )
    )
    assert document.mentions[0].parts == ((0, 2), (4, 6))
    assert cells(document)[4] == "(EntityID=1|MarkableID=m1(EntityID=3|MarkableID=m3"


def test_crossing_mentions_are_closed_by_their_markables() -> None:
    text = rows(
        "a (EntityID=1|MarkableID=m1", "b (EntityID=2|MarkableID=m2", "c m1)", "d m2)(EntityID=3|MarkableID=m3)"
    )
    document = only(text)
    assert mentions(document) == [("1", "a b c"), ("2", "b c d"), ("3", "d")]
    assert cells(document) == [
        *("(EntityID=1|MarkableID=m1", "(EntityID=2|MarkableID=m2", "m1)"),
        "m2)(EntityID=3|MarkableID=m3)",
    ]


def test_a_markable_id_is_optional_and_its_spelling_was_not_always_the_same() -> None:
    document = only(rows("a (EntityId=1|MarkableId=m1)", "b (EntityID=2|Markable_ID=m2)", "c (EntityID=3)"))
    assert [(m.entity.id, m.id) for m in document.mentions] == [("1", "m1"), ("2", "m2"), ("3", "")]


# --- the shapes of files


CODI = f"""\
{HEADER}\
# newdoc id = light_dev/episode_1
# turn_id = t1
# speaker = orc
# sent_id = 1
1     I      _  _  _  _  2  nsubj  _  _  (EntityID=1|MarkableID=markable_1|Min=1)  _  _  _  \
(MarkableID=markable_1|Entity_Type=person)
2     see    _  _  _  _  0  root   _  _  _                                         _  _  _

# sent_id = 2
3-4   don't  _  _  _  _  _  _      _  _  _                                         _  _  _
3     do     _  _  _  _  5  aux    _  _  _                                         _  _  _
4     n't    _  _  _  _  5  neg    _  _  _                                         _  _  _
5     go     _  _  _  _  0  root   5:x|3:y  _  _                                   _  _  _

# turn_id = t2
# sent_id = 3
6     Yes    _  _  _  _  1  root   _  _  (EntityID=2|MarkableID=markable_2|Min=6)  _  _  _
"""


def test_columns_apart_by_spaces_left_out_at_the_end_and_counted_through() -> None:
    document = only(CODI)
    assert document.id == "light_dev/episode_1"
    assert document.text == "I see don't go Yes\n"
    assert [(token.id, token.head and token.head.form) for token in document.tokens] == [
        *(("1", "see"), ("2", None)),
        *(("1", "go"), ("2", "go"), ("3", None)),
        ("1", "Yes"),
    ]
    assert document.tokens.table.column("deps")[4] == "3:x|1:y"
    assert document.tokens.table.multiwords[0].fields[:2] == ("1-2", "don't")
    assert [mention.min for mention in document.mentions] == [(0,), (5,)]
    assert document.mentions[0].type == "person"


def test_a_turn_has_one_speaker() -> None:
    assert [sentence.speaker for sentence in only(CODI).sentences] == ["orc", "orc", ""]


def test_the_proposals_word_for_the_speaker() -> None:
    assert only("# speaker_id = M\n" + rows("okay")).sentences[0].speaker == "M"


def test_empty_nodes_are_counted_apart() -> None:
    text = rows("a", "b (EntityID=2|MarkableID=m2|Min=2)").rstrip("\n")
    zero = "\t".join(["1.1", "*", *["_"] * 8, "(EntityID=1|MarkableID=m1|Min=1.1)", *["_"] * 4])
    lines = text.split("\n")
    document = only("\n".join([lines[0], zero, lines[1]]) + "\n\n")
    assert [token.is_empty for token in document.tokens] == [False, True, False]
    assert [(m.start, m.min) for m in document.mentions] == [(1, (1,)), (2, (2,))]
    assert cells(document) == ["_", "(EntityID=1|MarkableID=m1|Min=1.1)", "(EntityID=2|MarkableID=m2|Min=2)"]


def test_further_columns_by_document() -> None:
    one = HEADER.replace("NOM_SEM", "NOM_SEM RST") + "# newdoc id = a\n"
    two = HEADER.replace(" NOM_SEM", " SENSE ROLE NOM_SEM") + "# newdoc id = b\n"
    text = (
        *(
            one,
            rows("x").replace("\n\n", "\tjoint\n\n"),
            two,
            rows("y", "z (EntityID=1)").replace("_\n", "go.1\tA0\t_\n"),
        ),
        *(HEADER, "# newdoc id = c\n", rows("w")),
    )
    first, second, third = load("".join(text))
    assert first.tokens.table.extra == {"RST": ["joint"]}
    assert second.tokens.table.extra == {"SENSE": ["go.1", "go.1"], "ROLE": ["A0", "A0"]}
    assert mentions(second) == [("1", "z")]
    assert third.tokens.table.extra == {}
    assert [d.tokens.table.extra for d in load(written(first, second, third))] == [
        d.tokens.table.extra for d in (first, second, third)
    ]


def test_windows_line_ends_a_byte_order_mark_and_blanks_are_no_matter() -> None:
    text = HEADER + "\n# newdoc id = a\n" + rows("x (EntityID=1|MarkableID=m1)") + "  \n" + rows("y")
    document = only("\ufeff" + text.replace("\n", "\r\n"))
    assert (document.id, len(document.sentences)) == ("a", 2)
    assert mentions(document) == [("1", "x")]


def test_a_document_without_a_name_is_called_after_the_file_and_keeps_that_name() -> None:
    document = only(rows("x"))
    assert document.id == "sample"
    assert written(document).startswith(HEADER + "# newdoc id = sample\n1\tx\t")
    assert load("") == []


# --- writing


def test_the_file_as_it_is_written() -> None:
    document = plain("Anna", "saw", "him")
    document.add_mention("anna", 0, 1, type="person", head=0, infstat="new", identity="Anna_B.")
    document.add_mention("him", 2, 3, link="ana", optional=True, category="event", other={"Min": "x"})
    document.arrange()
    document.bridges.append(Bridge(document.mentions[1], document.entities[0]))
    assert written(document) == (
        HEADER
        + "# newdoc id = d\n# text = Anna saw him\n"
        + "1\tAnna\t_\t_\t_\t_\t_\t_\t_\t_\t(EntityID=anna|MarkableID=_1|SemType=new|Head=1)\t_\t_\t"
        + "(MarkableID=_1|Reference=Anna_B.)\t(MarkableID=_1|Entity_Type=person)\n"
        + "2\tsaw\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\t_\n"
        + "3\thim\t_\t_\t_\t_\t_\t_\t_\t_\t(EntityID=him|MarkableID=_2|Link=ana|Category=event|Optional=Yes)\t"
        + "(MarkableID=_2|MentionAnchor=_1|EntityAnchor=anna|Anchor=Entity)\t_\t_\t(MarkableID=_2|_Min=x)\n\n"
    )


def test_annotation_of_corefud_does_not_stay_in_misc() -> None:
    text = "# newdoc id = d\n# global.Entity = eid-etype\n1\tx\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-place)|A=b\n\n"
    (document,) = corefud.read(Source("d.conllu", data=text.encode()))
    assert "\tA=b\t(EntityID=e1|MarkableID=_1)\t" in written(document)
    assert "global.Entity" not in written(document)


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([("x", False)], ["x-Pseudo"]),
        ([("x-Pseudo", True)], ["x%2DPseudo"]),
        ([("1", True), ("1-Pseudo", False)], ["1", "1-Pseudo"]),
        ([("1", False), ("1-Pseudo", False)], ["1-Pseudo", "1-Pseudo-Pseudo"]),
        ([("a(b)|c,d@", True)], ["a%28b%29%7Cc%2Cd%40"]),
    ],
)
def test_only_entities_that_do_not_refer_are_called_pseudo(ids: list[tuple[str, bool]], expected: list[str]) -> None:
    document = plain(*["w"] * len(ids))
    for i, (id, referring) in enumerate(ids):
        document.add_mention(id, i, i + 1, referring=referring)
    document.arrange()
    assert [cell.split("|")[0] for cell in cells(document)] == [f"(EntityID={id}" for id in expected]
    assert_round_trip(FORMAT, [document])


def test_a_mention_may_not_refer_within_an_entity_that_does() -> None:
    document = plain("a", "b")
    document.add_mention("x", 0, 1)
    document.add_mention("x", 1, 2, referring=False, category="predicate", infstat="new")
    document.arrange()
    assert cells(document)[1] == "(EntityID=x-Pseudo|MarkableID=_2|SemType=predicate|InfStat=new|InEntity=x)"
    assert_round_trip(FORMAT, [document])


def test_splits_that_elementof_cannot_tell() -> None:
    document = plain("a", "b", "they", "c", "they")
    for i, id in enumerate(("1", "2", "3", "4", "3")):
        document.add_mention(id, i, i + 1)
    document.arrange()
    one, two, three, four = document.entities
    document.splits = [SplitAntecedent(three.mentions[0], (one, two)), SplitAntecedent(three.mentions[1], (one, four))]
    assert cells(document) == [
        "(EntityID=1|MarkableID=_1|ElementOf=3)",
        "(EntityID=2|MarkableID=_2|ElementOf=3)",
        "(EntityID=3|MarkableID=_3|SplitFrom=1,2)",
        "(EntityID=4|MarkableID=_4|ElementOf=3)",
        "(EntityID=3|MarkableID=_5|SplitFrom=1,4)",
    ]
    assert_round_trip(FORMAT, [document])


def test_ids_that_look_like_generated_ones() -> None:
    document = plain("a", "b")
    document.add_mention("1", 0, 1, id="_2")
    document.add_mention("1", 1, 2)
    document.arrange()
    assert cells(document) == ["(EntityID=1|MarkableID=%5F2)", "(EntityID=1|MarkableID=_2)"]
    assert_round_trip(FORMAT, [document])


def test_documents_without_words_are_kept() -> None:
    builder = Builder("e")
    builder.before = " \n"
    empty = builder.build()
    empty.meta = {"genre": "none"}
    assert_round_trip(FORMAT, [empty, plain("x"), Builder("f").build()])


# --- errors


@pytest.mark.parametrize(
    ("token", "place", "message"),
    [
        ("x (EntityID=1", (2, 21), "IDENTITY: `(EntityID=1` is never closed (add its closing bracket)"),
        ("x )", (2, 21), "IDENTITY: `)` closes a mention that is not open (remove it or open the mention before)"),
        ("x m1)", (2, 21), "IDENTITY: `m1)` closes a mention that is not open"),
        ("x foo", (2, 21), "IDENTITY: `foo` is not well formed (brackets are (EntityID=…|MarkableID=… and ))"),
        ("x (MarkableID=1)", (2, 21), "IDENTITY: `(MarkableID=1` has no EntityID (write (EntityID=… with an id)"),
        ("x (EntityID=1|foo)", (2, 21), "IDENTITY: `foo` is no attribute (attributes are Name=value, separated by |)"),
        ("x (EntityID=1|EntityID=2)", (2, 21), "IDENTITY: EntityID stands twice in a bracket"),
        ("x (EntityID=1|Min=9)", (2, 21), "IDENTITY: Min=9 is not in the mention (write Min=first,last,"),
        ("x (EntityID=1|Min=a)", (2, 21), "IDENTITY: Min=a is not in the mention"),
        ("x (EntityID=1|Head=2)", (2, 21), "IDENTITY: Head=2 is not a token of the mention"),
        ("x (EntityID=1|ElementOf=7)", (2, 21), "IDENTITY: ElementOf=7 names no entity"),
        ("x (EntityID=1|SplitFrom=7)", (2, 21), "IDENTITY: SplitFrom=7 names an entity that is not there"),
        (
            "x _ (MarkableID=m9|MentionAnchor=m1)",
            (2, 23),
            "BRIDGING: `MarkableID=m9|MentionAnchor=m1` is about no mention",
        ),
        ("x (EntityID=1) (Rel=a|MentionAnchor=m9)", (2, 34), "BRIDGING: the anchor of markable here does not exist"),
        ("x _ _ (EntityID=1", (2, 25), "DISCOURSE_DEIXIS: `(EntityID=1` is never closed"),
        ("x _ _ _ Tulsa", (2, 27), "REFERENCE: `Reference=Tulsa` is about no mention"),
        ("x (EntityID=1) _ _ _ place", (2, 40), "NOM_SEM: `place` is no attribute"),
        (
            "x (EntityID=1|MarkableID=m)(EntityID=2|MarkableID=m)",
            (2, 21),
            "IDENTITY: markable m is in two entities (parts of one mention have one EntityID;",
        ),
    ],
)
def test_errors_name_the_place_and_the_column(token: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(FormatError) as caught:
        load("# newdoc id = a\n" + rows(token))
    assert (caught.value.line, caught.value.column) == place
    assert f": {message}" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\tx\t_\n", "sample.ua:1:1: 3 columns where 15 are declared (columns are separated by a tab, or by spaces)"),
        (rows("a") + "1 x _ _\n", "sample.ua:3:1: 4 columns where 15 are declared"),
        (rows("a b c d e f g"), "sample.ua:1:1: 16 columns where 15 are declared"),
        ("# global.columns = ID FORM FORM\n", "sample.ua:1:1: a column is declared twice"),
        ("x" + rows("a"), "sample.ua:1:1: `x1` is not a token id"),
        (rows("a (EntityID=1|Foo").replace("\t", "  "), "sample.ua:1: IDENTITY: `Foo` is no attribute"),
    ],
)
def test_errors_in_rows(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        load(text)
    assert str(caught.value).startswith(message)


def test_all_problems_of_a_file_can_be_collected() -> None:
    problems: list[FormatError] = []
    text = rows("a )", "b (EntityID=1)", "c (EntityID=2", "d foo (MarkableID=m7|MentionAnchor=m8)")
    (document,) = load(text, problems)
    assert mentions(document) == [("1", "b")]
    assert [(problem.line, problem.code) for problem in problems] == [
        *((1, "S102"), (4, "S101"), (3, "S103")),
        (4, "S108"),
    ]


# --- detection


def test_detection() -> None:
    assert sniff(HEADER, "x") and sniff(CODI, "x")
    assert sniff(rows("Introduction"), "x") and sniff(rows("Tulsa (EntityID=1)"), "x")
    assert sniff("# newdoc id = a\n" + rows("Tulsa").replace("\t", "  "), "x")
    for other in (
        "",
        "She waved.\n",
        "# global.columns = ID FORM\n1\tx\n",
        "1\tx\t_\t_\t_\t_\t_\t_\t_\t_\n",
        "1\tThe\tthe\tthe\tDT\tDT\t_\t_\t4\t4\tNMOD\tNMOD\t_\t_\n",
        "#begin document (a); part 000\nbc/x  0  0  It  PRP  (TOP(S*  -  -  -  A  *  *  (1)\n",
        "#FORMAT=WebAnno TSV 3.2\n\n#Text=She\n1-1\t0-3\tShe\t_\t_\n",
    ):
        assert not sniff(other, "x.ua")


# --- nothing is lost


@settings(max_examples=40, deadline=None)
@given(corpora())
def test_random_documents_come_back(several: list[Document]) -> None:
    assert_round_trip(FORMAT, several)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_damaged_files_give_documents_or_an_error(data: st.DataObject) -> None:
    """One cell is replaced or doubled, one line lost: the rest is read or there is one error."""
    lines = [line.split("\t") for line in written(data.draw(documents(max_sentences=2))).split("\n")]
    row = data.draw(st.sampled_from(lines))
    place = data.draw(st.integers(0, len(row) - 1))
    piece = st.sampled_from(
        ["(", ")", "EntityID=1", "MarkableID=_1", "|", "Min=1", ",", "@", "_", "-Pseudo", "1.1", "\t"]
    )
    row[place] = data.draw(st.lists(piece, max_size=5).map("".join) | st.just(row[place] * 2))
    if data.draw(st.booleans()):
        lines.remove(data.draw(st.sampled_from(lines)))
    try:
        found = load("\n".join("\t".join(row) for row in lines))
    except FormatError as error:
        assert error.source == "sample.ua" and error.line
    else:
        assert_round_trip(FORMAT, found)


@given(st.binary() | st.text(alphabet="1 \t_\n#()EntityID=|-x.\x1f").map(str.encode))
def test_any_bytes_give_documents_or_an_error(data: bytes) -> None:
    try:
        list(read(Source("x.ua", data=data)))
    except FormatError as error:
        assert error.source == "x.ua"


@given(st.text(alphabet="%2580()|a,-_"), st.sampled_from(["", "()", "()|,-_"]))
def test_percent_code_comes_back(value: str, characters: str) -> None:
    code = PercentCode("()|,-_")
    encoded = code.encode(value, characters)
    assert code.decode(encoded) == value
    assert not set(characters) & set(encoded)


@pytest.mark.parametrize("name", ["sg.key", "sg.response"])
def test_the_oracles_say_the_same_as_in_corefud(shared: Path, name: str) -> None:
    folder = shared / "oracles" / "gum-dev"
    here = list(read(Source(folder / f"{name}.ua")))
    there = corefud.read(Source(folder / f"{name}.conllu"))
    common = frozenset({Feature.TOKENS, Feature.CROSSING, Feature.DISCONTINUOUS, Feature.SINGLETONS, Feature.SENTENCES})
    for one, two in zip(here, there, strict=True):
        found = differences(project(one, common)[0], project(two, common)[0])
        assert set(found) <= {Feature.ENTITY_IDS}  # numbers, where two entities begin with one span


def test_the_oracles_come_back(shared: Path) -> None:
    path = shared / "oracles" / "gum-dev" / "sg.key.ua"
    assert_round_trip(FORMAT, read(Source(path)))


def test_gum_comes_back(shared: Path) -> None:
    path = sorted((shared / "data" / "gum" / "dev").iterdir())[1]
    assert_round_trip(FORMAT, corefud.read(Source(path)))


def test_a_control_character_beside_further_columns() -> None:
    (document,) = load(HEADER.replace("SEM", "SEM X") + rows("a\x1fb"))
    assert document.tokens[0].form == "a\x1fb"


def test_token_numbers_in_disorder_are_left_alone() -> None:
    """They do not count through the document; taking the first off the others would make two of one number."""
    (document,) = load(rows("a", "b", "c").replace("1\ta", "3\ta").replace("3\tc", "1\tc"))
    assert document.tokens.table.column("id") == ["3", "2", "1"]
