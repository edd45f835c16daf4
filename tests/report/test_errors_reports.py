"""Error analyses as text, tables and pages."""

from __future__ import annotations

import io
from html.parser import HTMLParser

import pytest
from rich.console import Console

from corefer.document import Document, from_text
from corefer.report import errors_html, errors_text
from corefer.report.error_marks import pieces
from corefer.report.error_tables import antecedents_table, common_table, counts_table
from corefer.score import Settings
from corefer.score.errors import ErrorAnalysis, Kind, analyse, common_errors
from corefer.score.matching import pair

TEXT = "Ada <b> met\tthe old queen & her guard. She bowed."


def document(*mentions: tuple[str, str]) -> Document:
    """The text with mentions: entity and words."""
    result = from_text("d & e", TEXT)
    starts, ends = result.tokens.table.starts, result.tokens.table.ends
    for entity, words in mentions:
        at = TEXT.index(words)
        result.add_mention(entity, starts.index(at), ends.index(at + len(words)) + 1)
    result.arrange()
    return result


KEY = document(("1", "Ada"), ("2", "the old queen"), ("3", "her guard"), ("1", "She"))
ONE = document(("1", "Ada"), ("2", "old queen &"), ("2", "She"))
TWO = document(("1", "Ada"), ("2", "old queen"), ("2", "She"))


def analysed(name: str, response: Document) -> ErrorAnalysis:
    return analyse([pair(KEY, response, Settings())], name)


@pytest.fixture
def analyses() -> list[ErrorAnalysis]:
    return [analysed("one", ONE), analysed("two", TWO)]


def test_counts_have_a_row_a_kind_and_a_row_a_reason(analyses: list[ErrorAnalysis]) -> None:
    header, rows = counts_table(analyses, [Kind.SPAN, Kind.EXTRA_ENTITY])
    assert header == ["Error", "How or why", "one", "two"]
    assert rows == [
        ["Span error", "", "1", "1"],
        ["", "shorter", "0", "1"],
        ["", "crossing", "1", "0"],
        ["Extra entity", "", "0", "0"],
    ]


def test_antecedents_are_summed(analyses: list[ErrorAnalysis]) -> None:
    assert antecedents_table(analyses[:1]) == (
        ["Anaphor type", "Anaphors", "Right", "Wrong", "Spurious", "Missing", "False"],
        [["PER3", "1", "0", "1", "0", "0", "0"], ["all", "1", "0", "1", "0", "0", "0"]],
    )
    assert [row[:2] for row in antecedents_table(analyses)[1]] == [
        ["one", "PER3"],
        ["one", "all"],
        ["two", "PER3"],
        ["two", "all"],
    ]


def test_common_errors_by_number_of_responses(analyses: list[ErrorAnalysis]) -> None:
    three = [*analyses, analysed("three", KEY)]
    assert common_table(common_errors(three), 3, [Kind.SPAN, Kind.EXTRA_MENTION]) == (
        ["Error", "by 2", "by all 3"],
        [["Span error", "1", "0"], ["Extra mention", "0", "0"]],
    )


def test_pieces_are_the_whole_excerpt_with_nested_and_crossing_mentions(analyses: list[ErrorAnalysis]) -> None:
    error = next(analyses[0].of_kind(Kind.SPAN))
    (excerpt,) = error.excerpts
    found = list(pieces(excerpt, error))
    assert "".join(piece.text for piece in found) == excerpt.text.replace("\t", " ")
    assert [(piece.text, [mark.role for mark in piece.covering]) for piece in found if piece.covering] == [
        ("the ", ["key"]),
        ("old queen", ["key", "response"]),
        (" &", ["response"]),
    ]


def printed(analyses: list[ErrorAnalysis], examples: int) -> str:
    out = Console(file=io.StringIO(), width=120, highlight=False)
    errors_text.print_errors(analyses, common_errors(analyses), list(Kind), examples, out)
    assert isinstance(out.file, io.StringIO)
    return "\n".join(line.rstrip() for line in out.file.getvalue().splitlines())


def test_text_shows_mentions_in_brackets(analyses: list[ErrorAnalysis]) -> None:
    text = printed(analyses, 1)
    assert "Ada <b> met [the {old queen] &} her guard." in text
    assert "crossing · DNOM · d & e @12 · also two" in text
    assert "«She» bowed." in text and "expected Ada  chosen old queen &" in text
    assert "«" not in printed(analyses, 0)


def test_divided_entities_list_their_parts() -> None:
    response = document(("1", "Ada"), ("2", "the old queen"), ("3", "her guard"), ("4", "She"))
    text = printed([analysed("response", response)], 1)
    assert "[Ada]₁ <b> met" in text and "[She]₂ bowed." in text
    assert "₁ Ada\n  ₂ She" in text


def test_markdown_and_latex_have_the_same_numbers(analyses: list[ErrorAnalysis]) -> None:
    analyses[0].signature = "errors|docs:1"
    markdown = errors_text.markup(analyses, common_errors(analyses), list(Kind), latex=False)
    latex = errors_text.markup(analyses, common_errors(analyses), list(Kind), latex=True)
    assert "| Span error          |            |   1 |   1 |" in markdown
    assert r"Span error &  & 1 & 1 \\" in latex
    assert markdown.endswith("`errors|docs:1`\n") and latex.endswith("% errors|docs:1\n")


# --- the page


class _Page(HTMLParser):
    """Articles with their data, marks and text; and whether every element is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.articles: list[dict[str, str | None]] = []
        self.marks: list[tuple[str, str]] = []
        self.options: list[str | None] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        assert not {"src", "href"} & values.keys()
        if tag == "article":
            self.articles.append(values)
        elif tag == "option":
            self.options.append(values["value"])
        if tag not in ("meta", "input", "br"):
            self.open.append(f"{tag} {values.get('class') or ''}".strip())

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().split()[0] == tag

    def handle_data(self, data: str) -> None:
        if self.articles and self.open and self.open[-1].startswith("span m "):
            self.marks.append((self.open[-1].removeprefix("span m "), data))


def test_page_is_well_formed_and_needs_nothing_else(analyses: list[ErrorAnalysis]) -> None:
    page = errors_html.page(analyses, common_errors(analyses), list(Kind), None)
    parsed = _Page(page)
    assert parsed.open == []
    assert "http" not in page and "@import" not in page and "url(" not in page
    assert "&lt;b&gt; met" in page and "<b> met" not in page
    assert len(parsed.articles) == sum(map(len, analyses))


def test_page_marks_overlaps_as_both_and_carries_what_filters_need(analyses: list[ErrorAnalysis]) -> None:
    parsed = _Page(errors_html.page(analyses, common_errors(analyses), [Kind.SPAN], None))
    assert parsed.marks == [("k", "the "), ("k r", "old queen"), ("r", " &"), ("k", "the "), ("k r", "old queen")]
    assert parsed.articles[0] == {
        "data-kind": "span-error",
        "data-reason": "crossing",
        "data-type": "DNOM",
        "data-by": "one",
        "data-common": "1",
    }
    assert parsed.options == ["", "span-error", "", "shorter", "crossing", "", "DNOM", "", "one", "two"]


def test_page_limits_examples_but_not_counts() -> None:
    one = analysed("one", KEY.bare())
    page = errors_html.page([one], [], [Kind.MISSING_MENTION], 1)
    assert len(_Page(page).articles) == 1
    assert "<b>4</b> single 2 · entity 2" in page
