"""`corefer.score` as a user calls it: a function and a package by one name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import corefer
from corefer.document import Builder, CoreferError, Document

IN_ANY_ORDER = [
    "import corefer; call = corefer.score",
    "import corefer.score.muc, corefer; call = corefer.score",
    "import corefer; corefer.score; import corefer.score.lea; call = corefer.score",
    "import corefer.score.blanc as blanc, corefer; blanc.blanc; call = corefer.score",
    "from corefer.score import Report; from corefer import score as call",
    "from corefer.score.scorer import score; import corefer; call = corefer.score",
    "import importlib, corefer; importlib.import_module('corefer.score.ceaf'); call = corefer.score",
    "import corefer, corefer.score; corefer.score.METRICS; call = corefer.score",
]


def text(id: str, *mentions: tuple[str, int, int]) -> Document:
    builder = Builder(id)
    builder.add_sentence("The ship hit the pier and it sank .".split())
    document = builder.build()
    for mention in mentions:
        document.add_mention(*mention)
    document.arrange()
    return document


KEY = text("sea", ("1", 0, 2), ("2", 3, 5), ("1", 6, 7))
RESPONSE = text("sea", ("1", 0, 2), ("2", 3, 5), ("2", 6, 7))


@pytest.mark.parametrize("imports", IN_ANY_ORDER)
def test_the_room_can_be_called_however_it_was_imported(imports: str) -> None:
    code = f"{imports}; d = corefer_read = __import__('corefer').read({str(EXAMPLE)!r}); print(call(d, d)['muc'].f1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1.0\n", "")


EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "letter-attic.conllu"


def test_importing_the_package_loads_no_numpy() -> None:
    code = "import sys, corefer; print(sorted({'numpy', 'scipy', 'rich', 'corefer.score'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_scoring_without_ties_loads_no_scipy() -> None:
    code = f"import sys, corefer; corefer.score({str(EXAMPLE)!r}, {str(EXAMPLE)!r}); print('scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_documents_or_many_of_them() -> None:
    one = corefer.score(KEY, RESPONSE)
    assert (one["mentions"].f1, one["muc"].f1, one["muc"].recall) == (1, 0, 0)
    assert corefer.score([KEY], iter([RESPONSE]))["b3"] == one["b3"]
    assert corefer.score(KEY, KEY)["muc"].f1 == 1


def test_paths_of_files_folders_and_globs(tmp_path: Path) -> None:
    corefer.write(KEY, tmp_path / "key" / "sea.jsonl")
    corefer.write(RESPONSE, tmp_path / "mine.conll")
    found = corefer.score(tmp_path / "key", str(tmp_path / "mine.conll"))
    assert (found.name, found.ids) == ("mine", ["sea"])
    assert found["b3"] == corefer.score(KEY, RESPONSE)["b3"] == corefer.score(KEY, tmp_path / "*.conll")["b3"]
    assert corefer.score(KEY, RESPONSE, name="mine").name == "mine"


def test_options_are_those_of_the_command() -> None:
    found = corefer.score(KEY, RESPONSE, metrics=["b3"], match="head", singletons="dropped", like="coval")
    assert found.signature().startswith("b3|match:head|singletons:dropped|agg:micro|docs:1|like:coval|version:")
    assert "muc" not in found
    assert corefer.score(KEY, RESPONSE, keep_pairs=True).pairs[0].id == "sea"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"match": "fuzzy"}, "there is no match `fuzzy` .choose from exact, head"),
        ({"like": "perl"}, "there is no like `perl`"),
        ({"singletons": "some"}, "`kept` or `dropped`, not `some`"),
        ({"metrics": ["muk"]}, "there is no metric `muk`"),
    ],
)
def test_options_that_there_are_not(options: dict[str, str], message: str) -> None:
    with pytest.raises(CoreferError, match=message):
        corefer.score(KEY, RESPONSE, **options)  # type: ignore[arg-type]


def test_the_package_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'scores'"):
        _ = corefer.scores  # type: ignore[attr-defined]


def test_counts_of_documents_are_kept_for_any_aggregate() -> None:
    keys = [KEY, text("lake", ("1", 0, 2), ("1", 6, 7))]
    report = corefer.score(keys, [RESPONSE, keys[1]])
    assert report.counts["muc"].tolist() == [[0, 1, 0, 1], [1, 1, 1, 1]]
    assert (report["muc"].f1, report.macro("muc").f1) == (0.5, 0.5)
    assert report.select([False, True])["muc"].f1 == 1
