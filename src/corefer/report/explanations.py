"""Decisions explained: the candidates of an anaphor, what ruled each out, what ranked the rest."""

from __future__ import annotations

from typing import Any

from corefer.document import Candidate, Decision, Document, Mention

WIDTH = 38


def explanation(document: Document, decision: Decision) -> str:
    """A decision in a few lines: the choice and its reasons, then the candidates, the best first."""
    chosen = decision.antecedent
    arrow = f"{_shown(document, decision.anaphor)} → {_shown(document, chosen) if chosen else 'nothing'}"
    sure = "" if decision.confidence is None else f", confidence {decision.confidence:.2f}"
    lines = [arrow, f"  {decision.resolver}: {', '.join(decision.reasons) or 'no reason given'}{sure}"]
    ranked = sorted((c for c in decision.candidates if not c.excluded_by), key=lambda c: -(c.score or 0.0))
    excluded = [c for c in decision.candidates if c.excluded_by]
    lines += [_line(document, c, c.mention is chosen) for c in ranked]
    lines += [_line(document, c, False) for c in excluded]
    return "\n".join(lines)


def _line(document: Document, candidate: Candidate, chosen: bool) -> str:
    text = _shown(document, candidate.mention)
    text = text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
    if candidate.excluded_by:
        return f"    ✗ {text:<{WIDTH}} {candidate.excluded_by}"
    score = "" if candidate.score is None else f"{candidate.score:8.1f}"
    factors = "  ".join(f"{name} {value:+.0f}" for name, value in candidate.factors if round(value))
    heuristic = "" if candidate.certain else "  (heuristic)"
    return f"    {'▸' if chosen else '·'} {text:<{WIDTH}} {score}  {factors}{heuristic}".rstrip()


def _shown(document: Document, mention: Mention) -> str:
    text = " ".join(document.mention_text(mention).split())
    return f"“{text}” ({place(document, mention)})"


def place(document: Document, mention: Mention) -> str:
    """Line and column of a mention in the text, as `--at` takes them."""
    offset = document.tokens.table.starts[mention.start]
    line = document.text.count("\n", 0, offset) + 1
    return f"{line}:{offset - (document.text.rfind(chr(10), 0, offset) + 1) + 1}"


def records(document: Document) -> dict[str, Any]:
    """The document's chains and decisions for JSON; mentions are numbered from 1 in document order."""
    numbers = {id(mention): number for number, mention in enumerate(document.mentions, 1)}
    return {
        "id": document.id,
        "mentions": [_mention(document, mention, numbers) for mention in document.mentions],
        "chains": [
            {"entity": e.id, "type": e.type, "mentions": [numbers[id(m)] for m in e.mentions]}
            for e in document.entities
            if not e.is_singleton
        ],
        "decisions": [decision_record(decision, numbers) for decision in document.decisions],
    }


def _mention(document: Document, mention: Mention, numbers: dict[int, int]) -> dict[str, Any]:
    (start, _), *_ = spans = document.mention_spans(mention)
    return {
        "mention": numbers[id(mention)],
        "text": document.mention_text(mention),
        "start": start,
        "end": spans[-1][1],
        "entity": mention.entity.id,
    }


def decision_record(decision: Decision, numbers: dict[int, int]) -> dict[str, Any]:
    """A decision for JSON; mentions by their numbers."""
    antecedent = decision.antecedent
    return {
        "anaphor": numbers[id(decision.anaphor)],
        "antecedent": None if antecedent is None else numbers[id(antecedent)],
        "resolver": decision.resolver,
        "confidence": decision.confidence,
        "reasons": list(decision.reasons),
        "candidates": [
            {
                "mention": numbers[id(c.mention)],
                "score": c.score,
                "excluded_by": c.excluded_by or None,
                "certain": c.certain,
                "factors": dict(c.factors),
            }
            for c in decision.candidates
        ],
    }
