"""Percent-encoding of the characters that a bracket notation keeps for itself."""

from __future__ import annotations

import re


class PercentCode:
    """Writes reserved characters as `%28`; a `%` that means itself stays one wherever that is unambiguous."""

    def __init__(self, reserved: str) -> None:
        codes = "|".join(f"{ord(c):02X}" for c in reserved)
        self._coded = re.compile(f"%({codes}|25(?=[0-9A-F]{{2}}))")
        self._ambiguous = re.compile(f"%(?={codes}|25)")

    def encode(self, value: str, characters: str) -> str:
        """The value with these characters (some of the reserved ones) encoded."""
        if "%" in value:
            value = self._ambiguous.sub("%25", value)
        return "".join(f"%{ord(c):02X}" if c in characters else c for c in value)

    def decode(self, value: str) -> str:
        return self._coded.sub(lambda match: chr(int(match[1], 16)), value) if "%" in value else value
