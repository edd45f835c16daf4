"""Running text from chosen expressions."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.document import Document, Expression, from_text
from corefer.formats import Source, grec, read
from corefer.grec.realise import as_chosen, known_chains, realise

NAME = Expression("Mount Arden", (("reg08-type", "name"), ("head", "nominal"), ("case", "plain")))
IT = Expression("it", (("reg08-type", "pronoun"), ("head", "pronoun"), ("case", "nominative")))
ITS = Expression("its", (("reg08-type", "pronoun"), ("head", "pronoun"), ("case", "genitive")))
THE = Expression("the mountain", (("reg08-type", "common"), ("head", "nominal"), ("case", "plain")))
UNSAID = Expression("_", (("reg08-type", "empty"),))
SEEDS = Path(__file__).parents[1] / "seeds"


def refex(text: str, type: str) -> str:
    return f'<REFEX REG08-TYPE="{type}">{text}</REFEX>'


def ref(number: int, chosen: tuple[str, str]) -> str:
    offered = "".join(map(refex, ("Mount Arden", "it", "_"), ("name", "pronoun", "empty")))
    return (
        f'\n<REF ID="1.{number}" SEMCAT="mountain" SYNCAT="np-subj">{refex(*chosen)}'
        f"<ALT-REFEX>{offered}</ALT-REFEX></REF>\n"
    )


def document(*paragraphs: str, title: str = "Mount Arden") -> Document:
    blocks = "".join(f"<PARAGRAPH>{paragraph}</PARAGRAPH>" for paragraph in paragraphs)
    xml = f'<TEXT ID="1"><TITLE>{title}</TITLE>{blocks}</TEXT>'
    (result,) = grec.read(Source("arden.xml", data=xml.encode()))
    return result


ARDEN = document(
    f"{ref(1, ('Mount Arden', 'name'))} is steep. {ref(2, ('It', 'pronoun'))} rises in Wales, and "
    f"{ref(3, ('_', 'empty'))} draws climbers.",
    f"Snow covers {ref(4, ('it', 'pronoun'))}.",
)


def worded(text: Document, *expressions: Expression | None) -> str:
    return realise(text, dict(zip(text.mentions, expressions, strict=True))).text.split("\n\n", 1)[1]


def test_capital_letters_follow_the_sentence() -> None:
    assert worded(ARDEN, IT, THE, THE, THE) == (
        "It is steep. The mountain rises in Wales, and the mountain draws climbers.\n\nSnow covers the mountain."
    )


def test_an_unsaid_reference_takes_its_space_along() -> None:
    assert worded(ARDEN, UNSAID, NAME, UNSAID, UNSAID) == (
        "Is steep. Mount Arden rises in Wales, and draws climbers.\n\nSnow covers."
    )
    assert worded(ARDEN, None, NAME, None, None) == worded(ARDEN, UNSAID, NAME, UNSAID, UNSAID)


def test_mentions_that_are_not_named_keep_their_words() -> None:
    first, second, third, fourth = ARDEN.mentions
    found = realise(ARDEN, {fourth: NAME})
    assert found.text.endswith("Snow covers Mount Arden.")
    assert [found.text[slice(*found.spans[m])] for m in (first, second, third)] == ["Mount Arden", "It", ""]


def test_a_final_full_stop_is_not_doubled() -> None:
    assert worded(ARDEN, NAME, IT, UNSAID, Expression("Arden Inc.")).endswith("Snow covers Arden Inc.")


@pytest.mark.parametrize(
    ("title", "expected"), [("The Hague", "draws climbers to The Hague."), ("Arden", "draws climbers to the Hague.")]
)
def test_the_article_of_a_name_is_small_unless_it_is_the_title_s(title: str, expected: str) -> None:
    text = document(f"Art draws climbers to {ref(1, ('it', 'pronoun'))}.", title=title)
    name = Expression("The Hague", (("reg08-type", "name"),))
    assert worded(text, name) == f"Art {expected}"


def test_abbreviations_end_no_sentence_and_wars_with_numbers_do() -> None:
    text = document(
        f"Rescuers praised Dr. {ref(1, ('Mount Arden', 'name'))}, born after World War I. {ref(2, ('_', 'empty'))} rests."
    )
    assert worded(text, THE, IT) == "Rescuers praised Dr. the mountain, born after World War I. It rests."


def test_a_word_with_its_own_capital_keeps_its_small_letter() -> None:
    pod = Expression("iPod", (("reg08-type", "name"),))
    assert worded(ARDEN, pod, pod, UNSAID, pod).startswith("iPod is steep. iPod rises")


def test_regions_move_along() -> None:
    found = realise(ARDEN, dict.fromkeys(ARDEN.mentions, THE))
    texts = [found.text[r.start : r.end] for r in found.regions]
    assert texts[0] == "Mount Arden"
    assert "\n\n".join(texts) == found.text


def test_expressions_that_embed_references_are_spelt_out() -> None:
    (text,) = read(SEEDS / "neg.xml")
    sister = next(m for m in text.mentions if m.entity.id == "1")
    inner = next(m for m in text.mentions if (m.other or {}).get("mention") == "3")
    found = realise(text, {sister: sister.alternatives[1]})
    assert "taught Mary, the pupil of John Gould Mary" in found.text
    assert inner not in found.spans
    assert realise(text, {sister: sister.alternatives[0]}).text.count("her sister") == 1


def test_known_chains_hold_what_is_said_and_no_title() -> None:
    found = known_chains(ARDEN, realise(ARDEN, dict(zip(ARDEN.mentions, (NAME, UNSAID, IT, THE), strict=True))))
    assert found.text.startswith("Mount Arden is steep. Rises in Wales")
    assert [found.mention_text(m) for m in found.mentions] == ["Mount Arden", "it", "the mountain"]
    assert [entity.id for entity in found.entities] == ["main"]


def test_what_is_selected_already_reads_the_same() -> None:
    assert as_chosen(ARDEN).text == ARDEN.text


OFFERED = (NAME, IT, ITS, THE, UNSAID, None)


@given(st.lists(st.sampled_from(OFFERED), min_size=4, max_size=4))
def test_every_reference_is_where_its_span_says(chosen: list[Expression | None]) -> None:
    found = realise(ARDEN, dict(zip(ARDEN.mentions, chosen, strict=True)))
    for mention, expression in zip(ARDEN.mentions, chosen, strict=True):
        said = found.text[slice(*found.spans[mention])]
        assert said.casefold() == ("" if expression in (UNSAID, None) else expression.text.casefold())
    assert "  " not in found.text and " ." not in found.text


def test_any_document_can_be_reworded() -> None:
    text = from_text("note", "Ann met Bob. Bob smiled.")
    first, second = text.add_mention("bob", 2, 3), text.add_mention("bob", 4, 5)
    text.arrange()
    he = Expression("he", (("reg08-type", "pronoun"),))
    found = realise(text, {second: he})
    assert found.text == "Ann met Bob. He smiled."
    assert found.spans == {first: (8, 11), second: (13, 15)}
