"""The disclosure as a whole: renderings, genres, the tokens behind the cells, GUM."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from texts import parsed, response

import corefer
from corefer.disclose import Disclosure
from corefer.disclose.disclosure import make
from corefer.document import CoreferError, Document, from_text
from corefer.report.disclosure_html import page


@pytest.fixture(scope="module")
def key(examples: Path) -> list[Document]:
    return corefer.read(examples)


def halved(document: Document) -> Document:
    """A system that knows every other entity, and lumps the rest together."""
    said = document.bare()
    for number, mention in enumerate(document.mentions):
        if mention.referring and number % 7:
            said.add_mention(
                f"e{len(mention.entity.id) if number % 3 else mention.entity.id}", mention.start, mention.end
            )
    said.arrange()
    return said


@pytest.fixture(scope="module")
def disclosure(key: list[Document]) -> Disclosure:
    return corefer.disclose(key, {"Gold": key, "Half_1 & Co": map(halved, key)}, corpus="Examples_1")


def test_the_function_and_its_rooms_do_not_get_into_each_others_way() -> None:
    script = (
        "import corefer, sys; before = corefer.disclose; light = 'numpy' not in sys.modules\n"
        "import corefer.disclose.plan\n"
        "from corefer.disclose import Plan, default_plan\n"
        "assert light and before is corefer.disclose and callable(before) and isinstance(default_plan(), Plan)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_response_like_the_key_is_right_throughout(disclosure: Disclosure) -> None:
    gold = disclosure.counts.systems["Gold"]
    assert gold.correct == disclosure.counts.evaluated
    assert sum(gold.chaining.values()) == sum(gold.open.values()) == 0
    half = disclosure.counts.systems["Half_1 & Co"]
    assert 0 < half.correct["Total"] < gold.correct["Total"]
    assert half.open["Total"] > 0
    assert half.chaining["Total"] > 0


def test_every_cell_stands_on_its_tokens(disclosure: Disclosure) -> None:
    """The lists that HTML cells link to have as many tokens as the cells say."""
    for line in disclosure.table.lines:
        for column, cell in zip(disclosure.columns, line.cells, strict=bool(line.cells)):
            members = disclosure.tokens(*line.key, column)
            assert len({(r.document, r.token) for r in members}) == len(members)
            system, row = line.key[0].removeprefix("system "), line.key[1]
            if ("%" in cell or cell == "–") and row not in ("inter", "intra", "referents"):
                continue
            if row in ("inter", "intra"):
                right = [r for r in members if r.outcomes[system].antecedent_correct]
                assert int(cell.split("/")[0].split()[0]) == len(right)
                assert "/" not in cell or int(cell.split("/")[1]) == len(members)
            elif row.startswith("errors "):
                wrong = [r for r in members if not r.outcomes[system].referent_correct]
                assert int(cell.split("/")[0]) == len(wrong)
            else:
                assert int(cell.split()[0]) == len(members), (line.key, column)


def test_genres_sum_to_the_corpus(disclosure: Disclosure) -> None:
    assert sum(c.raw["Total"] for c in disclosure.by_genre.values()) == disclosure.counts.raw["Total"]
    assert sum(size.words for size in disclosure.sizes.values()) == disclosure.size.words
    header, rows = disclosure.summary
    assert header == ["Genre", "Documents", "Words", "A", "C", "E", "RR Gold", "RR Half_1 & Co"]
    assert [row[0] for row in rows] == [*sorted(disclosure.sizes), "All"]
    text = disclosure.to_text(by_genre=True)
    assert text.count("A: Raw Word Count") >= len(rows)
    assert max(map(len, text.splitlines())) <= 120


def test_json_has_the_agreed_form(disclosure: Disclosure) -> None:
    table = json.loads(disclosure.to_json(by_genre=True, trace=True))
    assert table["columns"] == [*disclosure.plan.column_labels, "Total"]
    assert list(table["rows"]) == ["A", "nonreferential", "B", "C", "referential", "D", "E"]
    assert set(table["rows"]["A"]) == set(table["columns"])
    assert table["systems"]["Gold"]["correct"]["Total"] == table["rows"]["E"]["Total"]
    rate = 100 * table["rows"]["E"]["It"] / table["rows"]["C"]["It"]
    assert table["systems"]["Gold"]["resolution_rate"]["It"] == pytest.approx(rate, abs=1e-12)
    assert table["sources"]["cleft"] == {"found": 0, "annotated": 9}
    assert len(table["trace"]) == table["rows"]["A"]["Total"]
    assert set(table["by"]["genre"]) == set(disclosure.sizes)


def test_the_trace_places_every_token_in_its_text(disclosure: Disclosure, key: list[Document]) -> None:
    texts = {document.id: document.text for document in key}
    rows = list(csv.DictReader(io.StringIO(disclosure.trace_csv())))
    assert len(rows) == disclosure.counts.raw["Total"]
    for row in rows:
        assert texts[row["document"]][int(row["start"]) : int(row["end"])] == row["form"]
        assert (row["category"] == "") == (row["Gold: outcome"] != "")
    assert {row["source"] for row in rows} == {"found", "annotated", ""}
    lines = disclosure.trace_text().splitlines()
    assert len(lines) == len(rows) + 1


def test_markdown_is_a_table_of_even_rows(disclosure: Disclosure) -> None:
    lines = [line for line in disclosure.to_markdown().splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1
    assert "**Half\\_1 & Co**" in disclosure.to_markdown()


def test_latex_compiles_or_is_at_least_well_formed(disclosure: Disclosure, tmp_path: Path) -> None:
    latex = disclosure.to_latex(by_genre=True)
    columns = len(disclosure.columns)
    for line in latex.splitlines():
        if line.endswith(r"\\") and r"\multicolumn" not in line:
            assert line.replace(r"\&", "").count("&") in (columns, len(disclosure.summary[0]) - 1)
    assert latex.count(r"\begin{tabular}") == latex.count(r"\bottomrule") == latex.count(r"\toprule")
    assert r"Half\_1 \& Co" in latex
    assert "−" not in latex
    tex = shutil.which("pdflatex")
    if tex:
        source = rf"\documentclass{{article}}\usepackage[T1]{{fontenc}}\usepackage{{booktabs}}\begin{{document}}{latex}\end{{document}}"
        (tmp_path / "d.tex").write_text(source, encoding="utf-8")
        subprocess.run(
            [tex, "-interaction=batchmode", "-halt-on-error", "d.tex"], cwd=tmp_path, check=True, capture_output=True
        )


def test_html_cells_link_to_their_tokens(disclosure: Disclosure) -> None:
    html = page(disclosure)
    data = html.split('id="cells">')[1].split("</script>")[0]
    cells = json.loads(data)
    assert len(cells["A/Total"]) == html.count("<li>") == disclosure.counts.raw["Total"]
    assert len(cells["E/It"]) == disclosure.counts.evaluated["It"]
    assert 'href="#A/It"' in html
    assert len(cells["system Gold/inter/It"]) == disclosure.counts.systems["Gold"].inter.whole["It"]


def test_without_systems_the_corpus_part_stands_alone() -> None:
    document = parsed("It/PRON/2/nsubj rained/VERB/0/root/rain")
    alone = corefer.disclose(document)
    assert alone.resolution_rate == {}
    assert "Results" not in [line.label for line in alone.table.lines]
    assert "Prop-it" in alone.to_text()


def test_documents_pair_by_id_and_missing_ones_are_left_open() -> None:
    one, two = (
        parsed(
            "Pat/PROPN/2/nsubj ran/VERB/0/root",
            "He/PRON/2/nsubj won/VERB/0/root",
            id=name,
            entities=[("p", 0, 1), ("p", 2, 3)],
        )
        for name in "ab"
    )
    said = response(two, ("x", 0, 1), ("x", 2, 3))
    disclosure = make([one, two], {"S": said})
    assert disclosure.warnings == ["S: a is missing from the response; its mentions count as missed"]
    assert [r.outcomes["S"].name for r in disclosure.records] == ["open", "correct"]
    with pytest.raises(CoreferError, match="two documents of the id a"):
        make([one, one])
    with pytest.raises(CoreferError, match="the key lacks"):
        make(one, {"S": [response(one), said]})


def test_a_key_that_says_too_little_is_warned_of() -> None:
    bare = parsed("He/PRON/2/nsubj won/VERB/0/root")
    assert make(bare).warnings[0].startswith("the key has no mentions")
    untagged = from_text("t", "He won.")
    untagged.add_mention("h", 0, 1)
    assert "1 of 1 documents have no parse (t, …)" in make(untagged).warnings[0]


def test_words_turns_and_units_are_counted(key: list[Document]) -> None:
    ferry = corefer.disclose([d for d in key if d.genre == "conversation"])
    assert dict(ferry.header)["Size"].startswith("1 document, ")
    assert "22 turns" in dict(ferry.header)["Size"]


def test_gum_needs_no_second_annotation(shared: Path) -> None:
    """A conversation and a hearing: links and split antecedents are read off, gold against gold is perfect."""
    gum = shared / "data" / "gum" / "dev"
    documents = corefer.read(gum / "GUM_conversation_risk.conllu") + corefer.read(gum / "GUM_court_negligence.conllu")
    disclosure = corefer.disclose(documents, {"Gold": documents})
    annotated = {name for name, (_, count) in disclosure.counts.sources.items() if count}
    assert {"event", "extraposition", "split_antecedent"} <= annotated
    assert disclosure.counts.systems["Gold"].correct == disclosure.counts.evaluated
    assert "discourse units" in dict(disclosure.header)["Size"]
