"""The SGML of the Message Understanding Conferences 6 and 7: COREF tags with ID, REF, TYPE, MIN and STATUS.

`<COREF ID="2" TYPE="IDENT" REF="1" MIN="president">` marks a mention; the entities are the connected
components of the REF links. Every other element becomes a region of the text, DOCNO or DOCID also names
the document. MUC texts have no tokens, so these come from `from_text`.

The files that this module writes are plain MUC. What MUC cannot say is written into processing
instructions, which any other SGML program passes over:

- before `<DOC>`: `<?corefer packed="DOCNO TXT" ids="new"?>` — the elements named are packing for a document
  that has no such regions, the IDs were made up for mentions without id; `<?corefer region="HL" start="3"
  end="9"?>` — a region that does not nest with the others;
- after a COREF tag: `<?corefer id="m1" entity="e4" min="0-3 4-9"?>` — the mention's own id, its entity's id
  (where that is not the ID of the first mention), and the characters of a MIN that its words do not pick
  out; `<?corefer other="REF" value="x"?>` — an attribute whose name MUC uses otherwise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from corefer.document import ALL, Document, Feature, Mention, project
from corefer.document.features import main_part
from corefer.document.heads import is_parsed, is_worth_marking, minimal_span
from corefer.formats.base import Format
from corefer.formats.muc_read import read
from corefer.formats.muc_write import write

HOLDS = frozenset(
    (
        Feature.MENTIONS,
        Feature.SPACING,
        Feature.REGIONS,
        Feature.ENTITY_IDS,
        Feature.MENTION_IDS,
        Feature.MIN,
        Feature.OPTIONAL,
        Feature.ATTRIBUTES,
        Feature.SINGLETONS,
        Feature.ACROSS_SENTENCES,
    )
)

_COREF = re.compile(r"<COREF\s[^<>]*\b(?:ID|REF)\s*=", re.IGNORECASE)
_DOCUMENT = re.compile(r"\s*(?:<[?!][^>]*>\s*)*<DOC>\s*<(?:DOCNO|DOCID)>", re.IGNORECASE)
_ONTONOTES = re.compile(r"<DOC\s+DOCNO\s*=", re.IGNORECASE)


def sniff(head: str, name: str) -> bool:
    """COREF tags with an ID or REF, or documents with a DOCNO; OntoNotes' files of COREF chains are another format."""
    if head.lstrip()[:1] in ("{", "#") or _ONTONOTES.search(head):
        return False
    return bool(_COREF.search(head) or _DOCUMENT.match(head))


def unlocated_min(document: Document) -> Iterator[tuple[Mention, str]]:
    """The mentions read with a MIN that does not occur inside them, and that MIN."""
    for mention in document.mentions:
        if not mention.min and mention.other and "MIN" in mention.other:
            yield mention, mention.other["MIN"]


def prepare(document: Document, lost: Counter[Feature]) -> Document:
    """A copy whose mentions have the MIN of the head rules: once projected, no parse could tell it any more.

    Other schemes' minimal spans are no MIN (GUM's `Mr. Tedeschi` has the title in it), so they give way; those that
    say something else than MIN, or its absence, are counted as lost. MUC's own texts have no parse, and keep theirs.
    """
    if not document.is_parsed:
        return document
    copy, _ = project(document, ALL)
    for mention in copy.mentions:
        if is_parsed(copy, mention):
            kept = _part_with_head(copy, mention) if mention.parts else mention
            minimum = minimal_span(copy, kept)
            lost[Feature.MIN] += bool(mention.min) and mention.min != minimum
            mention.min = minimum if is_worth_marking(copy, kept, minimum) else ()
    return copy


def _part_with_head(document: Document, mention: Mention) -> Mention:
    """What is left of a discontinuous mention."""
    start, end = main_part(document, mention)
    return Mention(start, end, mention.entity, head=mention.head, type=mention.type)


FORMAT = Format(
    name="muc",
    title="MUC-6 and MUC-7 SGML",
    endings=(".sgm", ".sgml", ".muc"),
    sniff=sniff,
    read=read,
    write=write,
    holds=HOLDS,
    prepare=prepare,
    note="what MUC cannot say (ids of entities, regions that cross) stands in processing instructions",
)
