"""Validation: read everything that can be read, and say what is wrong, where, and what to do.

A finding's code is stable: S for structure, T for trees and tokens, M for the MUC-6 rules, G for GREC, F for
what stops a file from being read. `docs/validation.md` explains every code; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from corefer.document import Document, FormatError, Mention
from corefer.formats import Source, detect, get, grec_findings, muc_rules
from corefer.formats.corefud import entity_column
from corefer.inspect import structure, trees


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong (or doubtful) at one place."""

    file: str
    line: int
    column: int
    severity: Severity
    code: str
    message: str
    remedy: str = ""

    def __str__(self) -> str:
        remedy = f" ({self.remedy})" if self.remedy else ""
        return f"{self.file}:{self.line}:{self.column}: {self.severity} {self.code} {self.message}{remedy}"


READING_CODES = {
    "F001": "The file cannot be read any further.",
    "F002": "Something in the file could not be understood and was passed over.",
    "S101": "An annotation is not well formed.",
    "S102": "A bracket or tag closes a mention that is not open.",
    "S103": "A mention is opened and never closed.",
    "S104": "The parts of a discontinuous mention do not fit together.",
    "S105": "A mention has more fields than the file declares.",
    "S106": "A mention's head is not one of its tokens.",
    "S107": "A MIN span lies outside its mention.",
    "S108": "A relation names an entity or mention that does not exist (a dangling reference).",
    "S109": "Two mentions bear the same id.",
    "S110": "Tags cross.",
    "S111": "References form a cycle.",
}
CODES: dict[str, str] = {
    **READING_CODES,
    **structure.CODES,
    **trees.CODES,
    **muc_rules.CODES,
    **grec_findings.CODES,
}
Found = tuple[str, str, Mention | int | None, str, str]
Check = Callable[[Document], Iterator[Found]]

RULES: dict[str, Check] = {
    "muc": muc_rules.muc_findings,
    "grec": grec_findings.grec_findings,
    "grec-neg": grec_findings.grec_findings,
}


def validate(source: Source, format: str | None = None, rules: tuple[str, ...] = ()) -> Iterator[Finding]:
    """The findings of one file, in the order of the file.

    `rules` adds sets of annotation rules (`muc`) to the structural checks; a file in MUC or GREC format
    is held to its own rules anyway.
    """
    problems: list[FormatError] = []
    source.problems = problems
    findings: list[Finding] = []
    try:
        found = get(format) if format else detect(source)
        if found.read is None:
            raise source.error(f"{found.name} can only be written", remedy="see `corefer formats`")
        checks: list[Check] = [structure.findings, trees.findings]
        checks += [RULES[name] for name in dict.fromkeys([*rules, found.name]) if name in RULES]
        seen: dict[str, int] = {}
        for document in found.read(source):
            for check in checks:
                findings.extend(_located(source, document, *finding) for finding in check(document))
            findings.extend(_duplicate_id(source, document, seen))
    except FormatError as error:
        problems.append(error)
    findings.extend(
        Finding(
            error.source or source.name,
            max(error.line, 1),
            max(error.column, 1),
            Severity.ERROR,
            error.code,
            error.message,
            error.remedy,
        )
        for error in problems
    )
    yield from sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code))


def _duplicate_id(source: Source, document: Document, seen: dict[str, int]) -> Iterator[Finding]:
    seen[document.id] = seen.get(document.id, 0) + 1
    if seen[document.id] == 2:
        line, column = place(document, 0)
        message = f"the document id {document.id} stands twice in the file"
        yield Finding(
            source.name, line, column, Severity.ERROR, "S208", message, "ids pair key and response: make them differ"
        )


def _located(
    source: Source, document: Document, code: str, severity: str, at: Mention | int | None, message: str, remedy: str
) -> Finding:
    token = at.start if isinstance(at, Mention) else at or 0
    line, column = place(document, token)
    return Finding(source.name, line, column, Severity(severity), code, message, remedy)


def place(document: Document, token: int) -> tuple[int, int]:
    """Line and column of a token in the file: as its reader noted them, else by the text's own lines."""
    if not len(document.tokens):
        return 1, 1
    if document.lines:
        return document.lines[token], entity_column(document, token)
    start = document.tokens.table.starts[token]
    return document.text.count("\n", 0, start) + 1, start - document.text.rfind("\n", 0, start)
