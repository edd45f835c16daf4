"""The errors a user can cause: each names the place and the remedy."""

from __future__ import annotations


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
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.source, self.line, self.column) if part)
        text = f"{place}: {self.message}" if place else self.message
        return f"{text} ({self.remedy})" if self.remedy else text
