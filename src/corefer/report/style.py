"""What all pages look like: the colours, by day and by night, and the frame of a self-contained page."""

from __future__ import annotations

from html import escape

BASE = """
:root { --ink: #1c2430; --paper: #fbfaf7; --faint: #6b7280; --line: #ddd8cc; --card: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e3db; --paper: #16181d; --faint: #9aa0aa; --line: #33363d; --card: #1e2127; }
}
* { box-sizing: border-box }
body { margin: 0; color: var(--ink); background: var(--paper); font: 17px/1.75 Georgia, 'Times New Roman', serif }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .2rem }
h1 small { display: block; font: 0.8rem/1.5 system-ui, sans-serif; color: var(--faint) }
"""


def frame(title: str, style: str, body: str, script: str) -> str:
    """A page that needs no other file."""
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{BASE}{style}</style>\n</head>\n<body>\n{body}\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )
