"""Self-contained HTML: a text whose mentions light up with their entity. No network, no library."""

from __future__ import annotations

from html import escape

from corefer.document import Document, Mention
from corefer.report.segments import Segment, segments, shown_entities
from corefer.report.style import frame

STYLE = """
main { display: grid; grid-template-columns: minmax(0, 44rem) 20rem; gap: 2.5rem; max-width: 70rem; margin: 2.5rem auto; padding: 0 1.5rem }
h1 { grid-column: 1 / -1 }
.text { white-space: pre-wrap }
.speaker { font: 600 .72rem/1 system-ui, sans-serif; color: var(--faint); margin-right: .5em; text-transform: uppercase; letter-spacing: .04em }
.m { --c: hsl(var(--h) 65% 45%); border-bottom: 2px solid var(--c); cursor: pointer; padding-bottom: 1px; border-radius: 2px }
.m.in { border-bottom-style: dotted }
.m sub { font: 600 .62em/1 system-ui, sans-serif; color: var(--c); margin-left: 1px }
.m.nonref { border-bottom-color: var(--faint); opacity: .75 }
.m.on { background: hsl(var(--h) 80% 60% / .32) }
aside { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow: auto; font: 14px/1.45 system-ui, sans-serif }
aside ol { list-style: none; margin: 0; padding: 0 }
aside li { --c: hsl(var(--h) 65% 45%); padding: .45rem .6rem; margin-bottom: .35rem; background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--c); border-radius: 4px; cursor: pointer }
aside li.on { background: hsl(var(--h) 80% 60% / .22) }
aside li b { color: var(--c) } aside li span { color: var(--faint) }
@media (max-width: 60rem) { main { grid-template-columns: 1fr } aside { position: static; max-height: none } }
"""

SCRIPT = """
const pinned = new Set();
const light = (main, id, on) => main.querySelectorAll('[data-e~="' + CSS.escape(id) + '"]').forEach(x => x.classList.toggle('on', on));
for (const main of document.querySelectorAll('main')) {
  const key = x => x.dataset.own && [main.id, x.dataset.own];
  const at = event => { const x = event.target.closest('[data-own]'); return x && key(x) };
  main.addEventListener('mouseover', event => { const k = at(event); if (k) light(main, k[1], true) });
  main.addEventListener('mouseout', event => { const k = at(event); if (k && !pinned.has(k.join(' '))) light(main, k[1], false) });
  main.addEventListener('click', event => {
    const k = at(event); if (!k) return;
    const name = k.join(' '); const on = !pinned.delete(name); if (on) pinned.add(name); light(main, k[1], on);
  });
}
"""


def page(documents: list[Document], singletons: bool = False) -> str:
    """One page for all the documents; hovering a mention lights its entity, a click keeps it lit."""
    title = documents[0].meta.get("title") or documents[0].id if len(documents) == 1 else f"{len(documents)} documents"
    body = "\n".join(_document(document, number, singletons) for number, document in enumerate(documents))
    return frame(title, STYLE, body, SCRIPT)


def _document(document: Document, index: int, singletons: bool) -> str:
    numbers = shown_entities(document, singletons)
    meta = " · ".join(
        filter(
            None, [document.id, document.genre, f"{len(document.tokens):,} tokens", f"{len(numbers)} entities shown"]
        )
    )
    return (
        f'<main id="d{index}">\n<h1>{escape(document.meta.get("title") or document.id)}<small>{escape(meta)}</small></h1>\n'
        f'<div class="text">{_text(document, numbers)}</div>\n<aside><ol>{_entities(document, numbers)}</ol></aside>\n</main>'
    )


def hue(number: int) -> int:
    """A hue for an entity's number; neighbours in number lie far apart on the circle."""
    return round(number * 137.508) % 360


def _text(document: Document, numbers: dict[str, int]) -> str:
    speakers = _speakers(document)
    pieces: list[str] = []
    for segment in segments(document, numbers):
        raw = document.text[segment.start : segment.end]
        position = segment.start
        parts: list[str] = []
        for offset in sorted(o for o in speakers if segment.start <= o < segment.end):
            parts.append(escape(raw[position - segment.start : offset - segment.start]))
            parts.append(f'<span class="speaker">{escape(speakers[offset])}</span>')
            position = offset
        parts.append(escape(raw[position - segment.start :]) if raw else "∅" if segment.covering else "")
        pieces.append(_marked("".join(parts), segment, document, numbers))
    return "".join(pieces)


def _speakers(document: Document) -> dict[int, str]:
    """Character offset -> speaker, where the speaker changes."""
    result: dict[int, str] = {}
    previous = ""
    for sentence in document.sentences:
        if sentence.speaker and sentence.speaker != previous and len(sentence):
            result[sentence.span[0]] = sentence.speaker
        previous = sentence.speaker
    return result


def _marked(inner: str, segment: Segment, document: Document, numbers: dict[str, int]) -> str:
    if not segment.covering:
        return inner
    own = segment.covering[-1]
    entities = " ".join(dict.fromkeys(str(numbers[m.entity.id]) for m in segment.covering))
    number = numbers[own.entity.id]
    classes = "m" + (" in" if len(segment.covering) > 1 else "") + ("" if own.referring else " nonref")
    ends = "".join(f"<sub>{numbers[m.entity.id]}</sub>" for m in segment.closing)
    return (
        f'<span class="{classes}" style="--h:{hue(number)}" data-e="{entities}" data-own="{number}" '
        f'title="{escape(_tooltip(document, own, number))}">{inner}{ends}</span>'
    )


def _tooltip(document: Document, mention: Mention, number: int) -> str:
    facts = [
        f"entity {number}",
        mention.type,
        mention.link,
        mention.infstat,
        mention.category,
        "optional" if mention.optional else "",
    ]
    return " · ".join(filter(None, facts)) + f"\n{' '.join(document.mention_text(mention).split())}"


def _entities(document: Document, numbers: dict[str, int]) -> str:
    rows = []
    for entity in document.entities:
        if entity.id not in numbers:
            continue
        number = numbers[entity.id]
        forms = list(dict.fromkeys(" ".join(document.mention_text(m).split()) or "∅" for m in entity.mentions))
        shown = ", ".join(form if len(form) < 60 else form[:57] + "…" for form in forms[:8]) + (
            " …" if len(forms) > 8 else ""
        )
        rows.append(
            f'<li style="--h:{hue(number)}" data-e="{number}" data-own="{number}"><b>{number}</b> {escape(shown)} '
            f"<span>{len(entity.mentions)}× {escape(entity.type)}</span></li>"
        )
    return "".join(rows)
