"""Explanations beside their text: a self-contained page on which an anaphor shows its candidates, and these it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from corefer.document import Candidate, Decision, Document, Mention
from corefer.report.explanations import shown_score, told
from corefer.report.segments import Segment, segments
from corefer.report.style import frame

STYLE = """
main { display: grid; grid-template-columns: minmax(0, 40rem) minmax(18rem, 30rem); gap: 2.5rem; max-width: 76rem; margin: 2.5rem auto; padding: 0 1.5rem }
h1 { grid-column: 1 / -1 }
.text { white-space: pre-wrap }
.m { border-bottom: 1px dotted var(--faint) } .m.d { border-bottom: 2px solid #3b5bdb; cursor: pointer }
.m.alpha { background: #3b5bdb; color: #fff } .m.chosen { background: #12766b; color: #fff } .m.ranked { background: rgb(18 118 107 / .22) } .m.out { background: rgb(194 65 12 / .16); text-decoration: line-through }
aside { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto; font: 14px/1.45 system-ui, sans-serif }
section { display: none; background: var(--card); border: 1px solid var(--line); border-radius: 5px; padding: .7rem 1rem } section.on { display: block }
section p { margin: .1rem 0 .5rem; color: var(--faint) }
table { border-collapse: collapse; width: 100% } td { padding: .15rem .5rem .15rem 0; vertical-align: top; border-top: 1px solid var(--line) } td.n { text-align: right; font-variant-numeric: tabular-nums } td.f { color: var(--faint) }
tr.chosen td { font-weight: 600 } tr.out td { color: var(--faint) }
@media (max-width: 60rem) { main { grid-template-columns: 1fr } aside { position: static; max-height: none } }
"""
SCRIPT = """
const show = id => {
  const section = document.getElementById(id); if (!section) return;
  document.querySelectorAll('section').forEach(x => x.classList.toggle('on', x === section));
  document.querySelectorAll('.m').forEach(x => x.classList.remove('alpha', 'chosen', 'ranked', 'out'));
  for (const [name, numbers] of Object.entries(JSON.parse(section.dataset.marks)))
    for (const n of numbers) document.querySelectorAll('[data-m="' + n + '"]').forEach(x => x.classList.add(name));
};
document.querySelector('.text').addEventListener('click', event => {
  const x = event.target.closest('.d'); if (x) show('d' + x.dataset.m);
});
const first = document.querySelector('section'); if (first) show(first.id);
"""


def page(document: Document, decisions: Sequence[Decision]) -> str:
    """The text with its mentions, and each of the decisions beside it; a click on an anaphor shows its own."""
    numbers = {id(mention): number for number, mention in enumerate(document.mentions, 1)}
    decided = {id(decision.anaphor) for decision in decisions}
    shown = {entity.id: 0 for entity in document.entities}
    text = "".join(_marked(document, segment, numbers, decided) for segment in segments(document, shown))
    told = "\n".join(_section(document, decision, numbers) for decision in decisions)
    title = document.meta.get("title") or document.id
    body = f'<main><h1>{escape(title)}</h1>\n<div class="text">{text}</div>\n<aside>{told}</aside></main>'
    return frame(title, STYLE, body, SCRIPT)


def _marked(document: Document, segment: Segment, numbers: dict[int, int], decided: set[int]) -> str:
    inner = escape(document.text[segment.start : segment.end])
    if not segment.covering:
        return inner
    mention = segment.covering[-1]
    kind = "m d" if id(mention) in decided else "m"
    return f'<span class="{kind}" data-m="{numbers[id(mention)]}">{inner}</span>'


def _section(document: Document, decision: Decision, numbers: dict[int, int]) -> str:
    number = numbers[id(decision.anaphor)]
    chosen = decision.antecedent
    ranked = [c for c in decision.candidates if not c.excluded_by]
    excluded = [c for c in decision.candidates if c.excluded_by]
    marks = {
        "out": [numbers[id(c.mention)] for c in excluded],
        "ranked": [numbers[id(c.mention)] for c in ranked if c.mention is not chosen],
        "chosen": [numbers[id(chosen)]] if chosen else [],
        "alpha": [number],
    }
    arrow = f"{_text(document, decision.anaphor)} → {_text(document, chosen) if chosen else 'nothing'}"
    sure = "" if decision.confidence is None else f", confidence {decision.confidence:.2f}"
    rows = "".join(_row(document, decision, c) for c in (*ranked, *excluded))
    data = "{" + ", ".join(f'"{name}": {values}' for name, values in marks.items()) + "}"
    return (
        f"<section id=\"d{number}\" data-marks='{data}'><b>{arrow}</b>"
        f"<p>{escape(decision.resolver)}: {escape(', '.join(decision.reasons) + sure)}</p><table>{rows}</table></section>"
    )


def _row(document: Document, decision: Decision, candidate: Candidate) -> str:
    text = _text(document, candidate.mention)
    kind = "out" if candidate.excluded_by else "chosen" if candidate.mention is decision.antecedent else ""
    score = shown_score(decision, candidate)
    return (
        f'<tr class="{kind}"><td>{text}</td><td class="n">{score}</td><td class="f">{escape(told(candidate))}</td></tr>'
    )


def _text(document: Document, mention: Mention) -> str:
    return escape(" ".join(document.mention_text(mention).split()))
