"""The errors a user can cause: each names the place and the remedy."""

from __future__ import annotations

import re

LONGEST = 240  # characters of a message; quoted rubbish may be as long as its file
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


class CoreferError(Exception):
    """Something the user can put right. Its text is one line; the command line prints it without a traceback."""


class FormatError(CoreferError):
    """A file that cannot be read (or written) as asked: where, what, and what to do about it."""

    def __init__(
        self,
        message: str,
        *,
        source: str = "",
        line: int = 0,
        column: int = 0,
        remedy: str = "",
        code: str = "F001",
    ) -> None:
        self.code = code
        self.message = _one_line(message)
        self.source = source
        self.line = line
        self.column = column
        self.remedy = _one_line(remedy)
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.remedy})" if self.remedy else text


def _one_line(message: str) -> str:
    """The message on one line that a terminal can show: control characters escaped, an overlong middle left out."""
    if len(message) > LONGEST:
        message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 2 :]}"
    shown = _CONTROL.sub(lambda match: match.group().encode("unicode_escape").decode(), message)
    return shown if len(shown) <= 2 * LONGEST else f"{shown[:LONGEST]} … {shown[-LONGEST:]}"
