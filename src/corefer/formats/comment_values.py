"""Values in CoNLL-U's comment lines: `# meta::title = …`, `# sent_id = …`.

A comment is one line, and white space around its value says nothing. Values from elsewhere (JSON's metadata) may
have line ends, or begin or end with a blank: these are percent-encoded, and only these, so that the addresses
that corpora keep in their comments (`https://example.org/a%20b`) stay as they are.
"""

from __future__ import annotations

import re

from corefer.document import FormatError

BLANKS = " \t"
_LITERAL = re.compile(r"%(?=(?:25)*0[AD])|\A%(?=(?:25)*(?:20|09))|%(?=(?:25)*(?:20|09)\Z)")
_END = re.compile(r"%0A|%0D|\A%20|\A%09|%20\Z|%09\Z")
_LITERAL_CODE = re.compile(r"%25(?=(?:25)*0[AD])|\A%25(?=(?:25)*(?:20|09))|%25(?=(?:25)*(?:20|09)\Z)")
_SPECIAL = re.compile(r"[\n\r]|\A[ \t]|[ \t]\Z")


def encode_value(value: str) -> str:
    """The value so that it stands on a line and `decode_value` gives it back."""
    return _SPECIAL.sub(lambda match: f"%{ord(match.group()):02X}", _LITERAL.sub("%25", value))


def decode_value(written: str) -> str:
    """The value that a comment's text stands for."""
    value = written.strip(BLANKS)
    if "%" not in value:
        return value
    value = _END.sub(lambda match: chr(int(match.group()[1:], 16)), value)
    return _LITERAL_CODE.sub("%", value)


def value_of(comment: str) -> str:
    """What stands behind the first `=` of a comment."""
    return decode_value(comment.partition("=")[2])


def meta_lines(meta: dict[str, str]) -> dict[str, str]:
    """A document's metadata as comments, by what they begin with."""
    return {f"meta::{_name(key)}": f"meta::{key} = {encode_value(value)}" for key, value in meta.items()}


def _name(key: str) -> str:
    if key != key.strip(BLANKS + "#") or set(key) & set("\n\r=") or not key:
        raise FormatError(
            f"the metadata key {key!r} cannot stand in a comment",
            remedy="rename it: no `=`, no line end, no blank or # around it",
        )
    return key
