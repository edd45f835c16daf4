"""What every format module provides, and where readers read from and writers write to.

A format is one module with a `FORMAT = Format(...)`; the registry lists it. Readers get a `Source` and
yield documents one at a time; writers get projected documents (see `corefer.document.project`) and a
`Target`, whose files appear only when they are complete.
"""

from __future__ import annotations

import io
import os
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from corefer.document import Document, Feature, FormatError

HEAD_CHARACTERS = 8192
BYTE_ORDER_MARK = "\ufeff"  # a reader takes the first one for the file's own; a text that begins with one gets two


class Source:
    """A file or standard input (`-`), decoded once, with errors that say where and what to do."""

    def __init__(
        self,
        path: str | os.PathLike[str],
        encoding: str = "utf-8",
        data: bytes | None = None,
        problems: list[FormatError] | None = None,
    ) -> None:
        self.name = "<stdin>" if str(path) == "-" else str(path)
        self.path = None if str(path) == "-" else Path(path)
        self.encoding = self._given_encoding = encoding
        self.problems = problems
        self._data = data
        if self.path is None and data is None:
            self._data = sys.stdin.buffer.read()
        if not self._keeps_ascii():
            self._data, self.encoding = self._recoded(), "utf-8"

    @property
    def stem(self) -> str:
        """The file's name without its ending: a document's id where the file gives none."""
        return self.path.stem if self.path else "stdin"

    def _keeps_ascii(self) -> bool:
        """Whether a byte below 128 is the character of that number, so that bytes can be cut into lines."""
        try:
            return "\n".encode(self.encoding) == b"\n"
        except LookupError:
            remedy = "say utf-8, utf-16, latin-1, cp1252 or the like"
            raise self.error(f"there is no text encoding `{self.encoding}`", remedy=remedy) from None

    def _recoded(self) -> bytes:
        """The bytes in UTF-8, of a file in UTF-16 or the like; it is read at once."""
        data = self.content()
        try:
            return data.decode(self.encoding).encode()
        except UnicodeError as error:
            message = f"this is not {self.encoding}: {getattr(error, 'reason', error)}"
            raise self.error(message, 1, 1, _try(_guess_encoding(data))) from None

    def content(self) -> bytes:
        """The file's bytes; UTF-8 where the encoding given is not an extension of ASCII."""
        if self._data is not None:
            return self._data
        assert self.path is not None
        return self.path.read_bytes()

    def text(self) -> str:
        """The whole text, without a byte order mark; line ends as they are."""
        return self._decode(self.content())

    def head(self) -> str:
        """The beginning of the text, for sniffing; undecodable bytes become U+FFFD."""
        if self._data is not None:
            raw = self._data[:HEAD_CHARACTERS]
        else:
            assert self.path is not None
            with open(self.path, "rb") as file:
                raw = file.read(HEAD_CHARACTERS)
        return raw.decode(self.encoding, errors="replace").removeprefix("\ufeff")

    def lines(self) -> Iterator[str]:
        """The lines without their ends, read as they are needed; memory does not grow with the file."""
        with self.open() as file:
            number = 0
            for number, raw in enumerate(file, 1):
                yield self._decode(raw, number).rstrip("\r\n")

    def chunks(self, size: int = 1 << 22) -> Iterator[str]:
        """Pieces of about `size` bytes that end with a line; for readers that split whole blocks at once."""
        with self.open() as file:
            rest, line = b"", 1
            while piece := file.read(size):
                piece = rest + piece
                cut = piece.rfind(b"\n") + 1
                rest = piece[cut:]
                if cut:
                    yield self._decode(piece[:cut], line)
                    line += piece.count(b"\n", 0, cut)
            if rest:
                yield self._decode(rest, line)

    def sibling(self, ending: str) -> Source:
        """The file beside this one with another ending (brat's `.txt` beside `.ann`)."""
        if self.path is None:
            raise FormatError("this format is a pair of files", source=self.name, remedy="give a file's path, not -")
        path = self.path.with_suffix(ending)
        if not path.exists():
            raise FormatError(
                f"there is no {path.name} beside it", source=self.name, remedy="keep the two files together"
            )
        return Source(path, self._given_encoding, problems=self.problems)

    def error(self, message: str, line: int = 0, column: int = 0, remedy: str = "", code: str = "F001") -> FormatError:
        """The error to raise where reading cannot go on."""
        return FormatError(message, source=self.name, line=line, column=column, remedy=remedy, code=code)

    def report(self, message: str, line: int = 0, column: int = 0, remedy: str = "", code: str = "F002") -> None:
        """An error after which a reader can go on: raised, unless somebody (`corefer validate`) collects them all."""
        error = self.error(message, line, column, remedy, code)
        if self.problems is None:
            raise error
        self.problems.append(error)

    def open(self) -> IO[bytes]:
        """The file's bytes as a stream."""
        if self._data is not None:
            return io.BytesIO(self._data)
        assert self.path is not None
        return open(self.path, "rb", buffering=1 << 20)

    def _decode(self, data: bytes, first_line: int = 1) -> str:
        try:
            text = data.decode(self.encoding)
        except UnicodeDecodeError as error:
            raise self._encoding_error(f"byte 0x{data[error.start]:02x}", data, error.start, first_line) from None
        if b"\0" in data:
            raise self._encoding_error("a NUL character", data, data.index(b"\0"), first_line)
        return text.removeprefix("\ufeff") if first_line == 1 else text

    def _encoding_error(self, what: str, data: bytes, place: int, first_line: int) -> FormatError:
        line = first_line + data.count(b"\n", 0, place)
        column = place - data.rfind(b"\n", 0, place)
        guess = _guess_encoding(self._sample())
        if what.startswith("byte"):
            return self.error(f"{what} is not {self.encoding}; the file looks like {guess}", line, column, _try(guess))
        if guess.startswith("utf"):
            return self.error(f"{what}; the file looks like {guess}", line, column, _try(guess))
        return self.error(f"{what} stands in the text", line, column, "remove it; no text holds one")

    def looks_wide(self) -> FormatError | None:
        """The error to raise if nobody recognises the file because it is UTF-16 or the like."""
        sample = self._sample()
        if not sample.startswith((b"\xff\xfe", b"\xfe\xff")) and b"\0" not in sample:
            return None
        guess = _guess_encoding(sample)
        return self.error(f"the file looks like {guess}", 1, 1, _try(guess)) if guess.startswith("utf") else None

    def _sample(self) -> bytes:
        if self._data is not None:
            return self._data[:HEAD_CHARACTERS]
        assert self.path is not None
        with open(self.path, "rb") as file:
            return file.read(HEAD_CHARACTERS)


def _try(encoding: str) -> str:
    return f"try --encoding {encoding}"


def _guess_encoding(sample: bytes) -> str:
    if sample.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return "utf-32"
    if sample.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if sample[first::2].count(0) > len(sample) // 4:
            return name
    if any(0x80 <= byte <= 0x9F for byte in sample):
        return "cp1252"
    return "latin-1"


class Target:
    """Where a writer puts its output: a file, or standard output. Nothing half-written is ever left behind."""

    def __init__(self, path: str | os.PathLike[str] | None, stdout: IO[Any] | None = None) -> None:
        self.path = None if path is None or str(path) == "-" else Path(path)
        self._stdout = stdout

    @property
    def name(self) -> str:
        return str(self.path) if self.path else "<stdout>"

    @contextmanager
    def text(self, ending: str = "") -> Iterator[IO[str]]:
        """A text file to write to (UTF-8, line ends as written); `ending` replaces the path's own for a second file."""
        with self.binary(ending) as raw:
            wrapper = io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=False)
            try:
                yield wrapper
            finally:
                wrapper.flush()
                wrapper.detach()

    @contextmanager
    def binary(self, ending: str = "") -> Iterator[IO[bytes]]:
        try:
            with self._open(ending) as file:
                yield file
        except UnicodeEncodeError as error:
            message = f"{error.object[error.start : error.end]!r} is half a character and cannot be written"
            raise FormatError(message, source=self.name, remedy="take it out of the document") from None

    @contextmanager
    def _open(self, ending: str) -> Iterator[IO[bytes]]:
        if self.path is None:
            if ending:
                raise FormatError("this format is a pair of files", source=self.name, remedy="give -o a file or folder")
            out = self._stdout or sys.stdout.buffer
            yield out
            out.flush()
            return
        path = self.path.with_suffix(ending) if ending else self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic(path) as file:
            yield file


@contextmanager
def atomic(path: Path) -> Iterator[IO[bytes]]:
    """Write beside the path and move into place at the end, so that an interruption leaves the old file."""
    if path.exists() and not path.is_file():
        with open(path, "wb") as device:  # /dev/null and the like cannot be replaced
            yield device
        return
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(temporary, "xb") as file:
            yield file
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o777)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


Reader = Callable[[Source], Iterator[Document]]
Writer = Callable[[Iterable[Document], Target], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: how to know it, read it, write it, and what it holds.

    `sniff(head, name)` sees the first characters and the file's name. `write` is None for formats that
    are only read, `read` for those only written; `single` formats hold one document a file. `prepare` makes
    explicit what a format can hold but a document only implies, before it is projected; it counts what has to give
    way to that.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    sniff: Callable[[str, str], bool]
    read: Reader | None = None
    write: Writer | None = None
    holds: frozenset[Feature] = field(default_factory=frozenset)
    single: bool = False
    prepare: Callable[[Document, Counter[Feature]], Document] | None = None
    note: str = ""
