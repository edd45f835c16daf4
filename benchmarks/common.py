"""What the benchmarks share: timing, memory, and the sections of docs/results.md."""

from __future__ import annotations

import os
import platform
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results.md"
SELF_MEASURING = """
import atexit, re, sys
from corefer.cli import main
status = lambda: open("/proc/self/status").read()
atexit.register(lambda: print(re.search(r"VmHWM:\\s+(\\d+) kB", status())[1], file=sys.stderr))
main()
"""
SHARED = ROOT.parent / "shared"


def gum_files() -> list[Path]:
    """GUM's files where the corpora lie beside the checkout; else the project's own examples, many times over."""
    files = sorted((SHARED / "data" / "gum").rglob("*.conllu"))
    return files or sorted((ROOT / "examples").glob("*.conllu")) * 20


def cpu_seconds(job: Callable[[], object], repeat: int = 3) -> float:
    """The least CPU time of several runs: noise only ever adds."""
    best = float("inf")
    for _ in range(repeat):
        started = time.process_time()
        job()
        best = min(best, time.process_time() - started)
    return best


def cpu_seconds_by_turns(*jobs: Callable[[], object], repeat: int = 5) -> list[float]:
    """The least CPU time of each job, run by turns, so that what else the machine does meets all alike."""
    return [min(times) for times in zip(*([cpu_seconds(job, 1) for job in jobs] for _ in range(repeat)), strict=True)]


def peak_megabytes(job: Callable[[], object]) -> float:
    """The peak resident memory of a fresh process that does this job and nothing else."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        job()
        os.write(writer, str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as answer:
        return int(answer.read()) / 1024


def peak_megabytes_of(*arguments: str) -> float:
    """The peak resident memory of a `corefer` command, by its own account (`ru_maxrss` would begin with ours)."""
    command = [sys.executable, "-c", SELF_MEASURING, *arguments]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [header, ["---", *["---:"] * (len(header) - 1)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def machine() -> str:
    return f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def write_section(name: str, text: str) -> None:
    """Replace the section of that name in docs/results.md (or add it)."""
    replace_section(RESULTS, name, text)


def replace_section(path: Path, name: str, text: str) -> None:
    """Replace what stands between a file's markers of that name (or add it)."""
    section = f"<!-- begin {name} -->\n{text.strip()}\n<!-- end {name} -->"
    content = path.read_text(encoding="utf-8") if path.exists() else "# Results\n"
    pattern = re.compile(rf"<!-- begin {name} -->.*?<!-- end {name} -->", re.DOTALL)
    if pattern.search(content):
        content = pattern.sub(lambda _: section, content)
    else:
        content = f"{content.rstrip()}\n\n{section}\n"
    path.write_text(content, encoding="utf-8")
