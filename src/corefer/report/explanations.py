"""Decisions explained: the candidates of an anaphor, what ruled each out, what ranked the rest."""

from __future__ import annotations

from typing import Any

from corefer.document import Candidate, Decision, Document, Mention

WIDTH = 38
LEARNED = frozenset(("neural",))  # resolvers whose scores are probabilities


def explanation(document: Document, decision: Decision) -> str:
    """A decision in a few lines: the choice and its reasons, then the candidates, the best first."""
    chosen = decision.antecedent
    arrow = f"{_shown(document, decision.anaphor)} → {_shown(document, chosen) if chosen else 'nothing'}"
    sure = "" if decision.confidence is None else f", confidence {decision.confidence:.2f}"
    lines = [arrow, f"  {decision.resolver}: {', '.join(decision.reasons) or 'no reason given'}{sure}"]
    ranked = sorted((c for c in decision.candidates if not c.excluded_by), key=lambda c: -(c.score or 0.0))
    excluded = [c for c in decision.candidates if c.excluded_by]
    lines += [_line(document, decision, c) for c in (*ranked, *excluded)]
    return "\n".join(lines)


def _line(document: Document, decision: Decision, candidate: Candidate) -> str:
    text = _shown(document, candidate.mention)
    text = text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
    sign = "✗" if candidate.excluded_by else "▸" if candidate.mention is decision.antecedent else "·"
    return f"    {sign} {text:<{WIDTH}} {shown_score(decision, candidate):>8}  {told(candidate)}".rstrip()


def shown_score(decision: Decision, candidate: Candidate) -> str:
    """Points with one digit, probabilities with two."""
    if candidate.score is None:
        return ""
    return f"{candidate.score:.2f}" if decision.resolver in LEARNED else f"{candidate.score:.1f}"


def told(candidate: Candidate) -> str:
    """What excluded the candidate or ranked it, and what rules say of it where it was a network that ranked it."""
    verdict = candidate.verdict
    veto = f"vetoed: {candidate.excluded_by}" if verdict else candidate.excluded_by
    parts = [veto] if candidate.excluded_by else []
    if verdict:
        sure = "certain" if verdict.certain else "heuristic"
        parts.append(f"rosana: {'admissible' if verdict.admissible else f'ruled out by {verdict.rule}'}, {sure}")
    if not candidate.excluded_by:
        parts += [f"{name} {value:+.0f}" for name, value in candidate.factors if round(value)]
        parts += [] if verdict or candidate.certain else ["(heuristic)"]
    return "  ".join(parts)


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


def _learned(decision: Decision, candidate: Candidate) -> dict[str, Any]:
    """What the candidates of a learned resolver have beyond those of rules: the score's right name, the verdict."""
    if decision.resolver not in LEARNED:
        return {}
    verdict = candidate.verdict
    rules = verdict and {"admissible": verdict.admissible, "certain": verdict.certain, "rule": verdict.rule or None}
    return {"probability": candidate.score, "verdict": rules}


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
                **_learned(decision, c),
            }
            for c in decision.candidates
        ],
    }
