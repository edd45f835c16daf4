"""GREC texts made from annotated ones: references by the parse, lists as section 2.3 makes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from corefer.formats import Source, read
from corefer.grec import reg08_type, task
from corefer.grec.build import build
from corefer.grec.split import subject_of
from corefer.inspect import Severity, validate

ESK = """# newdoc id = esk
# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity
# newpar
# sent_id = esk-1
# text = The Esk rises near Kell and joins the Ald.
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\tEntity=(1-place-new-s-cf1-2-coref-River_Esk
2\tEsk\tEsk\tPROPN\tNNP\tNumber=Sing\t3\tnsubj\t_\tEntity=1)
3\trises\trise\tVERB\tVBZ\t_\t0\troot\t_\t_
4\tnear\tnear\tADP\tIN\t_\t5\tcase\t_\t_
5\tKell\tKell\tPROPN\tNNP\t_\t3\tobl\t_\tEntity=(2-place-new-n-cf2-1-coref)
6\tand\tand\tCCONJ\tCC\t_\t7\tcc\t_\t_
7\tjoins\tjoin\tVERB\tVBZ\t_\t3\tconj\t_\t_
8\tthe\tthe\tDET\tDT\t_\t9\tdet\t_\tEntity=(3-place-new-n-cf3-2-coref
9\tAld\tAld\tPROPN\tNNP\t_\t7\tobj\t_\tEntity=3)|SpaceAfter=No
10\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

# newpar
# sent_id = esk-2
# text = The river feeds Kell's mills; its water is soft.
1\tThe\tthe\tDET\tDT\t_\t2\tdet\t_\tEntity=(1-place-giv:act-s-cf1-2-ana
2\triver\triver\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\tEntity=1)
3\tfeeds\tfeed\tVERB\tVBZ\t_\t0\troot\t_\t_
4\tKell\tKell\tPROPN\tNNP\t_\t6\tnmod:poss\t_\tEntity=(2-place-giv:act-n-cf2-1-coref)|SpaceAfter=No
5\t's\t's\tPART\tPOS\t_\t4\tcase\t_\t_
6\tmills\tmill\tNOUN\tNNS\t_\t3\tobj\t_\tSpaceAfter=No
7\t;\t;\tPUNCT\t:\t_\t3\tpunct\t_\t_
8\tits\tits\tPRON\tPRP$\t_\t9\tnmod:poss\t_\tEntity=(1-place-giv:act-s-cf1-1-ana)
9\twater\twater\tNOUN\tNN\t_\t11\tnsubj\t_\t_
10\tis\tbe\tAUX\tVBZ\t_\t11\tcop\t_\t_
11\tsoft\tsoft\tADJ\tJJ\t_\t3\tparataxis\t_\tSpaceAfter=No
12\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


@pytest.fixture(scope="module")
def esk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("build") / "esk.conllu"
    path.write_text(ESK, encoding="utf-8")
    return path


def test_the_main_entity_becomes_a_reg08_text(esk: Path) -> None:
    made = build(read(esk)[0])
    assert made
    found = task(made)
    assert found.title == "The Esk"
    assert made.text == (
        "The Esk\n\nThe Esk rises near Kell and joins the Ald.\n\nThe river feeds Kell's mills; its water is soft."
    )
    assert [slot.syncat for slot in found.slots] == ["np-subj", "np-subj", "np-subj", "subj-det"]
    assert {slot.semcat for slot in found.slots} == {"river"}
    assert [reg08_type(slot.selected) for slot in found.slots if slot.selected] == [
        "name",
        "empty",
        "common",
        "pronoun",
    ]
    assert found.text.startswith("The Esk\n\nIt rises near Kell and it joins the Ald.\n\nIt feeds")


def test_lists_are_made_as_the_paper_makes_them(esk: Path) -> None:
    made = build(read(esk)[0])
    assert made
    subject, _, _, determiner = task(made).slots
    assert {e.text for e in subject.alternatives} == {
        *("the Esk", "the Esk itself", "the river", "the river itself", "_"),
        *("it", "it itself", "which", "which itself", "that", "that itself"),
    }
    assert {e.text for e in determiner.alternatives} == {"the Esk's", "the river's", "its", "whose"}


def test_all_entities_become_a_neg_text(esk: Path) -> None:
    made = build(read(esk)[0], all_entities=True)
    assert made
    slots = task(made).slots
    assert [(slot.entity, slot.syncat) for slot in slots] == [
        *(("1", "np-subj"), ("2", "np-obj"), ("1", "np-subj"), ("3", "np-obj")),
        *(("1", "np-subj"), ("2", "subj-det"), ("1", "subj-det")),
    ]
    assert next(slot.selected for slot in slots if slot.syncat == "subj-det").text == "Kell's"  # type: ignore[union-attr]


@pytest.mark.parametrize(("all_entities", "format"), [(False, "grec"), (True, "grec-neg")])
def test_what_is_built_is_valid_and_reads_back_equal(
    esk: Path, tmp_path: Path, all_entities: bool, format: str
) -> None:
    from corefer.formats import write

    made = build(read(esk)[0], all_entities)
    assert made
    write(made, tmp_path / "esk.xml", format=format)
    assert not [f for f in validate(Source(tmp_path / "esk.xml")) if f.severity is not Severity.INFO]
    back = read(tmp_path / "esk.xml")[0]
    assert back.text == made.text
    assert [(s.entity, s.syncat, s.selected, s.alternatives) for s in task(back).slots] == [
        (s.entity, s.syncat, s.selected, s.alternatives) for s in task(made).slots
    ]
    assert subject_of(back) == subject_of(made)
