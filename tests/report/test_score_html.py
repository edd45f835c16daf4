"""Scores as a page: tables, charts, genres, and key and response side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corefer.document import Builder, Document
from corefer.report import score_html
from corefer.report.score_charts import COLOURS, HEAD, LEFT, SIDE, Bar, Point, bars, scatter
from corefer.report.score_html import page
from corefer.report.score_texts import Status, lines, marks, side_by_side
from corefer.score import METRICS, Like, Report, Settings, score
from corefer.score.matching import pair
from corefer.score.significance import intervals
from strategies import documents

VOID = {"meta", "br", "input"}
SENTENCES = ("Ada met <Bob> & Eve", "She saw him there")
Spans = tuple[tuple[int, int], ...]  # of an entity

KEY: dict[str, Spans] = {"ada": ((0, 1), (5, 6)), "bob": ((2, 3), (7, 8)), "eve": ((4, 5),)}
# `She` is in Bob's entity, `Eve` is missing, `there` is extra.
RESPONSE: dict[str, Spans] = {"a": ((0, 1), (8, 9)), "b": ((2, 3), (5, 6), (7, 8))}


def document(entities: dict[str, Spans], id: str = "d", genre: str = "", whole: bool = False) -> Document:
    """The two sentences (as one if `whole`) with these entities."""
    builder = Builder(id)
    for sentence in [" ".join(SENTENCES)] if whole else SENTENCES:
        builder.add_sentence(sentence.split(), speaker="A&B")
    result = builder.build()
    for entity, spans in entities.items():
        for start, end in spans:
            result.add_mention(entity, start, end)
    result.arrange()
    if genre:
        result.meta["genre"] = genre
    return result


def scored(name: str = "mine", response: dict[str, Spans] = RESPONSE, genres: Sequence[str] = ("",)) -> Report:
    """A report over one document a genre."""
    sides = ([document(e, f"d{n}", genre) for n, genre in enumerate(genres)] for e in (KEY, response))
    return score(*sides, name=name, keep_pairs=True)


class Page(HTMLParser):
    """Checks that elements nest, and collects their attributes, the cells of tables and the text of SVGs."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        assert len(dict(attrs)) == len(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "text":
            self.texts.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data
        elif "text" in self.open:
            self.texts[-1] += data

    def all(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        found = [attrs for name, attrs in self.elements if name == tag]
        return [a for a in found if all(a.get(name.rstrip("_")) == value for name, value in attributes.items())]


# --- the page


def test_one_document_one_response_no_genre() -> None:
    report = scored()
    source = page([report])
    found = Page(source)
    assert source.startswith("<!doctype html>")
    assert "<h1>Scores of mine<small>1 document</small></h1>" in source
    assert found.rows[0] == ["Metric", "Recall", "Precision", "F1"]
    for row, name in zip(found.rows[1:], METRICS, strict=False):
        one = report[name]
        assert row == [METRICS[name].title, *(f"{100 * x:.2f}" for x in (one.recall, one.precision, one.f1))]
    assert report.conll is not None
    assert found.rows[len(METRICS) + 1] == ["CoNLL average", "", "", f"{100 * report.conll:.2f}"]
    assert report.signature() in source
    assert not found.all("table", class_="heat")
    assert not found.all("path", class_="whisker")
    assert "interval" not in re.sub(r"<style>.*?</style>", "", source, flags=re.DOTALL)
    assert "<details" not in source


def test_nothing_comes_from_elsewhere() -> None:
    source = page([scored(genres=("news", "chat"))])
    assert not re.search(r"https?:|//\w|@import|url\((?!#)", source)
    assert not any({"src", "href", "xlink:href"} & set(attrs) for _, attrs in Page(source).elements)


def test_several_responses_stand_together_and_the_best_is_marked() -> None:
    reports = [scored("mine"), scored("perfect", KEY)]
    found = Page(page(reports))
    assert found.rows[0] == ["Metric", "Response", "Recall", "Precision", "F1"]
    assert [row[:2] for row in found.rows[1:3]] == [["MUC", "mine"], ["perfect", "100.00"]]
    assert len(found.all("td", class_="best")) == len(METRICS) + 1
    assert len(found.all("section", class_="pane")) == 2


def test_responses_with_different_metrics() -> None:
    reports = [score(document(KEY), document(RESPONSE), metrics=[name], name=name) for name in ("muc", "lea")]
    source = page(reports)
    assert [row[0] for row in Page(source).rows] == ["Metric", "MUC", "LEA"]
    assert "CoNLL average" not in source
    assert '<section id="texts"' not in source


def test_intervals_are_whiskers_and_text_where_they_are_given() -> None:
    reports = [scored("mine", genres=("", "")), scored("other", KEY, genres=("", ""))]
    found = intervals(reports[0], samples=20)
    assert found is not None
    source = page(reports, [found, None], level=0.9)
    parsed = Page(source)
    assert len(parsed.all("path", class_="whisker")) == len(METRICS) + 1
    assert parsed.rows[0][-1] == "90% interval of F1"
    low, high = found["muc"]["f1"]
    assert parsed.rows[1][-1] == f"[{100 * low:.2f}, {100 * high:.2f}]"
    assert parsed.rows[2][-1] == ""


def test_genres_are_a_heat_map_with_numbers() -> None:
    key = [document(KEY, "d0", "chat"), document(KEY, "d1", "news")]
    response = [document(RESPONSE, "d0", "chat"), document(KEY, "d1", "news")]
    report = score(key, response, name="mine")
    found = Page(page([report]))
    heat = found.rows[len(METRICS) + 2 :]
    assert heat[0] == ["Genre", *(metric.title for metric in METRICS.values()), "CoNLL"]
    assert [row[0] for row in heat[1:]] == ["chat 1", "news 1", "All 2"]
    chat = report.by_genre()["chat"]
    assert heat[1][1:-1] == [f"{100 * chat[name].f1:.1f}" for name in METRICS]
    assert heat[2][1:] == ["100.0"] * (len(METRICS) + 1)
    grounds = {attrs["style"] for attrs in found.all("td") if "style" in attrs}
    assert {"--v:0", f"--v:{score_html.STRONGEST}"} <= grounds


def test_everything_is_escaped() -> None:
    name = "<b>&\"'"
    report = scored(name, genres=("<i>", "&"))
    report.warnings = ["<u> is odd"] * 7
    source = page([report, scored("two", genres=("<i>", "&"))], title="A <title> & more")
    assert not re.search(r"<[biu]>|<Bob>", source)
    assert "<h1>A &lt;title&gt; &amp; more<small>" in source
    assert "<summary>Warnings (7)</summary>" in source
    assert f"{name}: <u> is odd" in "".join(text for text in _texts_of(source))
    assert [row[1] for row in Page(source).rows[1:2]] == [name]


def _texts_of(source: str) -> list[str]:
    found: list[str] = []

    class Data(HTMLParser):
        def handle_data(self, data: str) -> None:
            found.append(data)

    Data().feed(source)
    return found


def test_macro_scores_and_their_signature() -> None:
    report = scored(genres=("", "")).averaged()
    source = page([report])
    assert "agg:macro" in source
    assert Page(source).rows[1][3] == f"{100 * report.macro('muc').f1:.2f}"


# --- charts


def test_bars_are_as_long_as_their_values() -> None:
    found = Page(bars([("MUC", [Bar(0, 0.5), Bar(1, 1.0)]), ("B³", [Bar(1, 0.0)])], ["one", "two"]))
    half, whole, none = (float(rect["width"] or "") for rect in found.all("rect"))
    assert (2 * half, none) == (pytest.approx(whole, abs=0.2), 0)
    assert [text for text in found.texts if not text.isdigit()] == [
        "MUC",
        "one",
        "50.0",
        "two",
        "100.0",
        "B³",
        "two",
        "0.0",
    ]


@given(
    st.lists(
        st.builds(Point, st.integers(0, 7), st.sampled_from(("MUC", "CEAF-e")), *[st.floats(0, 1)] * 3), max_size=12
    )
)
@settings(max_examples=60)
def test_all_points_lie_in_the_plot(points: list[Point]) -> None:
    names = [f"response {n}" for n in range(8)]
    found = Page(scatter(points, names))
    shapes = [attrs for attrs in found.all("path") if (attrs["class"] or "").startswith("point")]
    assert len(shapes) == len(points) + len(names)
    for point, attrs in zip(points, shapes, strict=False):
        x, y = map(float, re.findall(r"[\d.]+", attrs["transform"] or ""))
        assert LEFT <= x <= LEFT + SIDE
        assert HEAD <= y <= HEAD + SIDE
        assert attrs["class"] == f"point s{point.response % COLOURS}"


def test_points_of_equal_f1_lie_on_the_line_of_that_f1() -> None:
    """Recall and precision of .5 lie on the line through (1, ⅓) and (⅓, 1)."""
    source = scatter([Point(0, "MUC", 0.5, 0.5, 0.5), Point(0, "B³", 1.0, 0.0, 0.0)], ["one"])
    found = Page(source)
    at = [float(n) for n in re.findall(r"[\d.]+", found.all("path", class_="point s0")[0]["transform"] or "")]
    assert "F1 50" in found.texts
    line = [attrs["d"] or "" for attrs in found.all("path", class_="iso")][4]
    places = [tuple(map(float, place.split())) for place in line[1:].split("L")]
    assert places[0] == pytest.approx((LEFT + SIDE / 3, HEAD), abs=0.1)
    assert places[-1] == pytest.approx((LEFT + SIDE, HEAD + SIDE * 2 / 3), abs=0.1)
    assert min(abs(x - at[0]) + abs(y - at[1]) for x, y in places) < 10


def test_every_line_of_equal_f1_has_its_name() -> None:
    """Of those between 60 and 100, that of 70 leaves the plot at the bottom, the others on the right."""
    found = Page(scatter([Point(0, "MUC", 0.65, 0.95, 0.77)], ["one"]))
    assert [text for text in found.texts if text.startswith("F1")] == ["F1 70", "F1 80", "F1 90"]
    assert len(found.all("path", class_="iso")) == 3


def test_charts_say_what_they_show() -> None:
    found = Page(page([scored()]))
    for svg in found.all("svg"):
        ids = (svg["aria-labelledby"] or "").split()
        assert svg["role"] == "img"
        assert [len(found.all(tag, id=id)) for tag, id in zip(("title", "desc"), ids, strict=True)] == [1, 1]


# --- texts


def test_what_became_of_each_mention() -> None:
    key, response = document(KEY), document(RESPONSE)
    ours, theirs = marks(pair(key, response, Settings()))
    described = [
        {key_document.mention_text(m): found[id(m)].label for m in key_document.mentions}
        for key_document, found in ((key, ours), (response, theirs))
    ]
    assert described == [
        {"Ada": "1", "<Bob>": "2", "Eve": "−3", "She": "1≠2", "him": "2"},
        {"Ada": "1", "<Bob>": "2", "She": "2≠1", "him": "2", "there": "+1"},
    ]


def test_an_entity_without_a_counterpart_has_a_number_of_its_own() -> None:
    response = document({"a": ((0, 1), (5, 6)), "x": ((1, 2), (8, 9))})
    _, theirs = marks(pair(document(KEY), response, Settings()))
    assert [mark.label for mark in theirs.values()] == ["1", "1", "+4", "+4"]


def test_mentions_that_do_not_count_are_not_marked() -> None:
    key = document(KEY)
    ours, _ = marks(pair(key, document(RESPONSE), Settings(singletons=False)))
    assert [key.mention_text(m) for m in key.mentions if id(m) not in ours] == ["Eve"]


def test_sentences_stand_side_by_side() -> None:
    source = side_by_side(pair(document(KEY), document(RESPONSE), Settings()), "mine")
    assert Page(source).rows == [
        ["№", "Key", "mine"],
        ["1", "A&BAda1 met <Bob>2 & Eve−3", "A&BAda1 met <Bob>2 & Eve"],
        ["2", "She1≠2 saw him2 there", "She2≠1 saw him2 there+1"],
    ]


def test_sentences_without_differences_can_be_hidden() -> None:
    response = {**KEY, "ada": ((0, 1),)}
    rows = Page(side_by_side(pair(document(KEY), document(response), Settings()), "mine")).all("tr")
    assert [attrs.get("class") for attrs in rows] == [None, "same", None]


def test_other_sentences_are_put_into_one_row() -> None:
    rows = Page(side_by_side(pair(document(KEY), document(RESPONSE, whole=True), Settings()), "mine")).rows
    assert len(rows) == 2
    assert rows[1][1].split()[-3:] == ["saw", "him2", "there"]


def test_a_mention_across_sentences_is_marked_in_both() -> None:
    across = document({"long": ((4, 6),), "one": ((4, 5),)})
    found, _ = marks(pair(across, across, Settings()))
    first, second = ("".join(line.parts) for line in lines(across, found))
    assert all('data-e="1"' in line for line in (first, second))
    assert re.findall("<sub>(.)</sub>", first) == ["2"]
    assert re.findall("<sub>(.)</sub>", second) == ["1"]


def test_a_page_holds_only_so_many_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    report = scored(genres=("", "", ""))
    assert "documents are in this page" not in page([report])
    monkeypatch.setattr(score_html, "MOST_DOCUMENTS", 2)
    source = page([report])
    assert "The first 2 of 3 documents are in this page." in source
    assert len(Page(source).all("section", class_="pane")) == 2
    monkeypatch.setattr(score_html, "MOST_TOKENS", 10)
    assert "The first 1 of 3 documents are in this page." in page([report])


def test_a_document_that_a_response_lacks() -> None:
    key = [document(KEY, "d0"), document(KEY, "d1")]
    like = Settings(like=Like.UA)
    reports = [
        score(key, key, like, name="whole", keep_pairs=True),
        score(key, key[:1], like, name="half", keep_pairs=True),
    ]
    assert "half has no document d1." in page(reports)


@given(documents(awkward=False))
@settings(max_examples=40)
def test_no_text_is_lost_and_a_document_agrees_with_itself(of: Document) -> None:
    """Labels, speakers and the signs of empty nodes aside, the lines are the text."""
    found, _ = marks(pair(of, of, Settings()))
    assert {mark.status for mark in found.values()} <= {Status.RIGHT}
    source = "".join("".join(line.parts) for line in lines(of, found))
    Page(source)
    source = re.sub(r'<sub>.*?</sub>|<span class="speaker">.*?</span>', "", source)
    assert "".join(_texts_of(source)).replace("∅", "") == of.text.replace("∅", "")
