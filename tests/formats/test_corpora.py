"""The whole corpora: every file reads, and whatever is written of them reads back equal, in every format.

`make check-corpora` runs these; the tests of each format have the byte-for-byte round trips.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import corefer
from corefer.document import Document
from corefer.formats import FORMATS, Format, Source, detect
from fuzz import assert_sound, assert_written_reads_back

NO_DOCUMENTS = {"README.md", "answers.json", "expected.tsv"}
FOLDERS = {
    "data/gum": "corefud",
    "data/ontogum": "corefud",
    "data/ewt": "corefud",
    "data/litbank/conll": "litbank",
    "data/litbank/brat": "brat",
    "data/grec": "grec",
    "data/gap": "gap",
    "oracles/conll-cases": "conll",
    "oracles/gum-dev": "",
}
WRITABLE = [form for form in FORMATS.values() if form.read and form.write and form.name != "gap"]
SAMPLES = {
    "data/gum/dev": 1, "data/ontogum/dev": 1, "data/gum/train": 6, "data/litbank/brat": 8, "data/litbank/conll": 8,
    "data/grec": 25, "data/gap": 1, "data/ewt": 1, "oracles/gum-dev": 1, "oracles/conll-cases": 1,
}  # every how many-eth file  # fmt: skip


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and path.name not in NO_DOCUMENTS)


@pytest.mark.corpora
def test_every_file_is_in_a_folder_that_is_read(shared: Path) -> None:
    left = [
        path
        for top in ("data", "oracles")
        for path in files_in(shared / top)
        if not str(path.relative_to(shared)).startswith(tuple(FOLDERS))
    ]
    assert left == []


@pytest.mark.corpora
@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_reads(shared: Path, folder: str) -> None:
    paths = files_in(shared / folder)
    assert paths
    for path in paths:
        wanted = FOLDERS[folder] or FORMATS_BY_ENDING[path.suffix]
        assert detect(Source(path)).name in (wanted, "text" if path.suffix == ".txt" else wanted), path
        if path.suffix == ".txt" and path.with_suffix(".ann").exists():
            continue
        documents = corefer.read(path)
        assert documents, path
        for document in documents:
            assert len(document.tokens), path
            assert_sound(document)


FORMATS_BY_ENDING = {".conllu": "corefud", ".conll": "conll", ".ua": "ua"}


@pytest.mark.corpora
@pytest.mark.parametrize("folder", SAMPLES)
@pytest.mark.parametrize("form", WRITABLE, ids=lambda form: form.name)
def test_whatever_is_written_reads_back_equal(form: Format, folder: str, shared: Path, tmp_path: Path) -> None:
    paths = [path for path in files_in(shared / folder)[:: SAMPLES[folder]] if path.suffix != ".txt"]
    for path in paths:
        documents = some_of(corefer.read(path))
        for group in [[document] for document in documents] if form.single else [documents]:
            assert_written_reads_back(form, group, tmp_path / f"{path.stem}{form.endings[0]}")


def some_of(documents: list[Document]) -> list[Document]:
    """At most thirty documents of a file, spread over it."""
    return documents[:: len(documents) // 30 + 1]
