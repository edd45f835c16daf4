"""The command line as a user runs it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import corefer
from corefer.document import differences
from corefer.formats import FORMATS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "river-osk.conllu"


PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from corefer.cli import main; main()"
)


def run(*arguments: object, stdin: bytes | None = None, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"},
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_help_lists_every_command() -> None:
    done = run("--help")
    assert done.returncode == 0
    for command in ("convert", "formats", "info", "show", "validate"):
        assert command in done.stdout
        assert "Example" in run(command, "--help").stdout


def test_version() -> None:
    assert corefer.__version__ in run("--version").stdout


def test_formats_lists_every_format() -> None:
    assert set(json.loads(run("formats", "--json").stdout)) == set(FORMATS)
    assert all(name in run("formats").stdout for name in FORMATS)


# --- convert


def test_convert_says_what_is_lost_and_how_many() -> None:
    done = run("convert", EXAMPLE, "--to", "conll")
    assert done.returncode == 0
    assert done.stdout.startswith("#begin document (river-osk); part 000\n")
    assert "conll cannot hold: " in done.stderr
    referring = [m for m in corefer.read(EXAMPLE)[0].mentions if m.referring]
    assert f"{len(referring)} entity types" in done.stderr


def test_convert_strict_is_an_error_and_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out.conll"
    done = run("convert", EXAMPLE, "--to", "conll", "--strict", "-o", out)
    assert done.returncode == 2
    assert "cannot hold everything of river-osk: " in done.stderr and "…" not in done.stderr  # the whole list

    assert not out.exists()


def test_convert_without_loss_is_silent(tmp_path: Path) -> None:
    out = tmp_path / "again.conllu"
    done = run("convert", EXAMPLE, "--to", "corefud", "--strict", "-o", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert out.read_bytes() == EXAMPLE.read_bytes()


def test_convert_a_folder_into_a_folder(tmp_path: Path) -> None:
    done = run("convert", ROOT / "examples", "--to", "muc", "-o", tmp_path / "muc")
    assert done.returncode == 0
    names = {path.name for path in (tmp_path / "muc").iterdir()}
    assert names == {path.stem + ".sgm" for path in (ROOT / "examples").glob("*.conllu")}


def test_convert_a_glob_into_one_file(tmp_path: Path) -> None:
    out = tmp_path / "operas.jsonl"
    assert run("convert", ROOT / "examples" / "opera-*.conllu", "--to", "jsonl", "-o", out).returncode == 0
    assert [d.id for d in corefer.read(out)] == ["opera-clockmaker", "opera-lighthouse"]


def test_convert_from_standard_input_to_text() -> None:
    done = run("convert", "-", "--to", "text", stdin=EXAMPLE.read_bytes())
    assert done.stdout == corefer.read(EXAMPLE)[0].text


def test_convert_brat_writes_pairs(tmp_path: Path) -> None:
    assert run("convert", ROOT / "examples", "--to", "brat", "-o", tmp_path / "brat").returncode == 0
    (again,) = corefer.read(tmp_path / "brat" / "river-osk.ann")
    assert again.text == corefer.read(EXAMPLE)[0].text


@pytest.mark.parametrize("name", sorted(name for name, f in FORMATS.items() if f.write and name != "gap"))
def test_every_format_that_is_written_is_read_again_by_detection(tmp_path: Path, name: str) -> None:
    out = tmp_path / f"out{FORMATS[name].endings[0]}"
    assert run("convert", EXAMPLE, "--to", name, "-o", out).returncode == 0
    (once,) = corefer.read(out)
    assert (
        run("convert", out, "--to", name, "--strict", "-o", tmp_path / f"two{FORMATS[name].endings[0]}").returncode == 0
    )
    (twice,) = corefer.read(tmp_path / f"two{FORMATS[name].endings[0]}")
    assert [name for name in differences(once, twice) if name != "document id"] == []


def test_several_documents_need_a_folder_where_a_file_holds_one(tmp_path: Path) -> None:
    both = tmp_path / "two.conllu"
    corefer.write(corefer.read(ROOT / "examples" / "opera-*.conllu"), both)
    done = run("convert", both, "--to", "text", "-o", tmp_path / "out.txt")
    assert done.returncode == 2
    assert "give -o a folder" in done.stderr
    assert run("convert", both, "--to", "text", "-o", f"{tmp_path}/texts/").returncode == 0
    assert {p.name for p in (tmp_path / "texts").iterdir()} == {"opera-clockmaker.txt", "opera-lighthouse.txt"}


def test_an_unreadable_file_in_a_folder_is_reported_and_the_rest_converted(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "bad.conllu").write_bytes(b"1\ta\n\n")
    (folder / "good.conllu").write_bytes(EXAMPLE.read_bytes())
    done = run("convert", folder, "--to", "text", "-o", tmp_path / "out")
    assert done.returncode == 1
    assert "skipped" in done.stderr
    assert "bad.conllu" in done.stderr
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["good.txt"]


@pytest.mark.parametrize(("sent", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_conversion_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, sent: signal.Signals, code: int
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old")
    started = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "convert", "-", "--to", "jsonl", "-o", str(out)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while len(list(tmp_path.iterdir())) < 2 and started.poll() is None:
        time.sleep(0.02)
    started.send_signal(sent)
    _, told = started.communicate()
    assert started.returncode == code
    assert b"Traceback" not in told
    assert out.read_text() == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("convert", "no-such-file", "--to", "text"), "no such file or folder"),
        (("convert", EXAMPLE, "--to", "webanno"), "webanno"),
        (("show", EXAMPLE, "--document", "x"), "has no document x"),
        (("validate",), "name the files to check"),
        (("info", EXAMPLE, "--from", "nonsense"), "nonsense"),
    ],
)
def test_errors_are_one_clear_line(arguments: tuple[object, ...], message: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_another_encoding_is_named_with_the_flag_that_helps(tmp_path: Path) -> None:
    file = tmp_path / "latin.txt"
    file.write_bytes("Zoë saw Zürich.".encode("latin-1"))
    done = run("show", file)
    assert done.returncode == 2
    assert f"{file}:1:3: byte 0xeb is not utf-8" in done.stderr
    assert "--encoding latin-1" in done.stderr
    assert "Zoë saw" in run("convert", file, "--to", "text", "--encoding", "latin-1").stdout


# --- validate, info, show


def test_validate_exits_with_one_on_errors(tmp_path: Path) -> None:
    bad = tmp_path / "bad.conllu"
    bad.write_text("# global.Entity = eid\n1\ta\t_\t_\t_\t_\t0\t_\t_\tEntity=e1)\n\n")
    done = run("validate", bad)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{bad}:2:")
    assert "error S102" in done.stdout
    report = json.loads(run("validate", bad, EXAMPLE, "--json").stdout)
    assert (report["files"], report["errors"], report["findings"][0]["code"]) == (2, 1, "S102")


def test_validate_sound_files() -> None:
    done = run("validate", ROOT / "examples")
    assert (done.returncode, done.stdout) == (0, "")


def test_info_as_table_and_json() -> None:
    counts = json.loads(run("info", ROOT / "examples", "--json").stdout)
    assert counts["documents"] == len(list((ROOT / "examples").glob("*.conllu")))
    assert counts["pronouns"]["it"] > 0
    assert "pronouns" in run("info", EXAMPLE).stdout


def test_show_marks_mentions_and_lists_chains() -> None:
    done = run("show", EXAMPLE)
    assert "[Kaldspire]₂" in done.stdout
    assert "  1 place: its → its → " in done.stdout


def test_show_html_is_self_contained(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert run("show", EXAMPLE, "--html", out).returncode == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert 'data-e="1"' in page
    assert "http://" not in page
    assert "https://" not in page
    assert "<script src" not in page
