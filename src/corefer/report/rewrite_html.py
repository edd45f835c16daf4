"""A rewriting as a self-contained page: what was put in is marked, what was left is underlined, each says why."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from corefer.document import Decision
from corefer.report.style import frame
from corefer.rewrite.edits import Span
from corefer.rewrite.result import SAYS, Left, Rewritten, Substitution

STYLE = """
main { max-width: 46rem; margin: 2.5rem auto; padding: 0 1.5rem }
.text { white-space: pre-wrap }
mark { background: #f6d86b; color: #1c2430; border-radius: 2px; padding: 0 .1em; cursor: help }
mark.change { background: #f6d86b55; color: inherit }
.left { text-decoration: underline dotted var(--faint); text-underline-offset: .2em; cursor: help }
.left.ambiguous { text-decoration: underline wavy #c2410c }
.chunk { border-left: 3px solid var(--line); padding-left: .8rem; display: block; margin: .5rem 0 }
p.key { font: 14px/1.6 system-ui, sans-serif; color: var(--faint) }
"""
_DECISIVE = 4  # candidates shown


def page(rewritings: list[Rewritten]) -> str:
    """One page for all of them; hovering shows the old word, the decision and its confidence."""
    title = rewritings[0].document.id if len(rewritings) == 1 else f"{len(rewritings)} documents"
    return frame(title, STYLE, "\n".join(map(_document, rewritings)), "")


def _document(rewritten: Rewritten) -> str:
    spans = sorted(_spans(rewritten), key=lambda item: item[0])
    done = 0
    if rewritten.chunked:
        parts = []
        for chunk in rewritten.chunks:
            start, end = chunk.target
            inside = [item for item in spans if start <= item[0][0] < end]
            parts.append(f'<span class="chunk">{_marked(rewritten.text, start, end, inside)}</span>')
            done = end
        body = "".join(parts) + escape(rewritten.text[done:])
    else:
        body = _marked(rewritten.text, 0, len(rewritten.text), spans)
    replaced, left = len(rewritten.substitutions), len(rewritten.left)
    return (
        f"<main>\n<h1>{escape(rewritten.document.meta.get('title') or rewritten.document.id)}"
        f"<small>{escape(rewritten.document.id)} · mode {rewritten.mode}</small></h1>\n"
        f'<p class="key"><mark>{replaced}</mark> replaced, <span class="left">{left}</span> left: hover for the reason</p>'
        f'\n<div class="text">{body}</div>\n</main>'
    )


def _spans(rewritten: Rewritten) -> Iterator[tuple[Span, str, str]]:
    """Each stretch to mark: where it is, its opening tag, its closing tag."""
    for substitution in rewritten.substitutions:
        title = escape(_why(rewritten, substitution))
        yield substitution.target, f'<mark title="{title}">', "</mark>"
        for change in substitution.changes[1:]:
            told = escape(f"{change.old} → {change.new.strip()} ({change.why})")
            yield change.target, f'<mark class="change" title="{told}">', "</mark>"
    for left in rewritten.left:
        yield left.target, f'<span class="left {left.reason}" title="{escape(_left(rewritten, left))}">', "</span>"


def _marked(text: str, start: int, end: int, spans: list[tuple[Span, str, str]]) -> str:
    parts: list[str] = []
    for (first, last), opening, closing in spans:
        parts.append(escape(text[start:first]) + opening + escape(text[first:last]) + closing)
        start = last
    return "".join(parts) + escape(text[start:end])


def _why(rewritten: Rewritten, substitution: Substitution) -> str:
    anchors = ", ".join(f"“{rewritten.document.mention_text(mention)}”" for mention in substitution.anchors)
    first = f"{substitution.old} → {substitution.new}" + (f", called after {anchors}" if anchors else "")
    return "\n".join([first, *_decision(rewritten, substitution.decision, substitution.confidence)])


def _left(rewritten: Rewritten, left: Left) -> str:
    return "\n".join([f"left: {SAYS[left.reason]}", *_decision(rewritten, left.decision, left.confidence)])


def _decision(rewritten: Rewritten, decision: Decision | None, confidence: float | None) -> list[str]:
    lines = [] if confidence is None else [f"confidence {confidence:.2f}"]
    if decision is None:
        return lines
    name = rewritten.document.mention_text
    if decision.antecedent is not None:
        lines.append(f"{decision.resolver}: refers to “{name(decision.antecedent)}”")
    lines += decision.reasons
    for candidate in decision.candidates[:_DECISIVE]:
        verdict = candidate.excluded_by or ("" if candidate.score is None else f"{candidate.score:.2f}")
        lines.append(f"  “{name(candidate.mention)}” {verdict}".rstrip())
    return lines
