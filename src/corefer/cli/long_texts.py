"""Resolving a novel into a file: written as it is read, and taken up again where it was interrupted.

What is done stands in `OUT.part`, what is known in the folder `OUT.state`; both are gone when OUT is there. This is
the one command that leaves something behind when it is stopped, since what it leaves is worth an hour's work.
"""

from __future__ import annotations

import hashlib
import io
import shutil
from pathlib import Path

from corefer.cli.common import meter, warn
from corefer.document import CoreferError, Document
from corefer.formats import Conversion, Target, describe, get
from corefer.formats.corefud import DEFAULT_LAYOUT
from corefer.resolve.neural.reading import Reading
from corefer.resolve.neural.resolver import Neural
from corefer.resolve.schemes import Scheme
from corefer.resolve.stream import resolve_blocks

PUT_BY = 10  # blocks between two savings of the state


def resolve_long(text: str, id: str, by: Neural, scheme: Scheme, output: Path, resume: bool) -> None:
    """Resolve a text into a CoNLL-U file; with `resume`, go on where an interrupted run stopped."""
    part, folder = output.with_name(f"{output.name}.part"), output.with_name(f"{output.name}.state")
    digest = hashlib.sha256(
        f"{scheme}\0{by.constraints}\0{by.model}\0{id}\0{text}".encode(errors="surrogatepass")
    ).hexdigest()
    reading, start = by.reading(), 0
    conversion = Conversion(get("corefud"))
    if resume and folder.is_dir():
        start = _take_up(reading, part, folder, digest)
    output.parent.mkdir(parents=True, exist_ok=True)
    try:
        with part.open("ab" if start else "wb") as file, meter("resolving", len(text)) as advance:
            for number, (block, end) in enumerate(resolve_blocks(text, by, reading, scheme, id=id, start=start), 1):
                file.write(_sentences(block, conversion, is_first=not file.tell()))
                advance(end)
                if number % PUT_BY == 0:
                    file.flush()
                    reading.save(folder, {"digest": digest, "end": end, "written": file.tell()})
    except BaseException:
        if (folder / "state.json").is_file():
            warn(f"{part} holds what is done (go on with --resume)")
        else:
            part.unlink(missing_ok=True)
        raise
    part.replace(output)
    shutil.rmtree(folder, ignore_errors=True)
    if conversion.lost:
        warn(f"corefud cannot hold: {describe(conversion.lost)}")


def _take_up(reading: Reading, part: Path, folder: Path, digest: str) -> int:
    """Load what was put by, cut what was written after it, and return the offset to go on from."""
    state = reading.load(folder)
    if state["digest"] != digest:
        raise CoreferError(f"{folder}: is of another text, or of other settings (resolve without --resume)")
    with part.open("r+b") as file:
        file.truncate(int(state["written"]))
    return int(state["end"])


def _sentences(block: Document, conversion: Conversion, is_first: bool) -> bytes:
    """The block in CorefUD, without what opens a document if it is not the first."""
    buffer = io.BytesIO()
    block.layout["global.Entity"] = DEFAULT_LAYOUT
    conversion.write([block], Target(None, buffer))
    if is_first:
        return buffer.getvalue()
    lines = buffer.getvalue().split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith((b"# newdoc", b"# global.")))
