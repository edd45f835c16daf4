"""The document: a text, its tokens and sentences, and who refers to what in it.

Everything in corefer is a function on a `Document`. Readers and resolvers build one through `Builder`
(tokens first, then mentions) or start from `Document.bare()`, which shares the text and the syntax.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from typing import Any

from corefer.document.doubt import Doubt
from corefer.document.mentions import Bridge, Decision, Entity, Mention, SplitAntecedent
from corefer.document.tokens import Multiword, Sentences, SentenceTable, Tokens, TokenTable
from corefer.document.vectors import Vectors

NO_HEAD = -1


@dataclass(slots=True, frozen=True)
class Region:
    """A named stretch of the text by character offsets: MUC's `HL` or `TXT`, GREC's `TITLE`."""

    name: str
    start: int
    end: int


class Document:
    """One text with its annotation; see the module's docstring for how to make one.

    `layout` (how its file worded things) and `lines` (the file's line of each token, where a reader knows
    it) serve writers and messages; they are no part of what the document says.
    """

    def __init__(self, id: str, text: str | None, tokens: TokenTable, sentences: SentenceTable) -> None:
        self.id = id
        self._text = text
        self.tokens = Tokens(self, tokens)
        self.sentences = Sentences(self, sentences)
        self.meta: dict[str, str] = {}
        self.regions: list[Region] = []
        self.mentions: list[Mention] = []
        self.bridges: list[Bridge] = []
        self.splits: list[SplitAntecedent] = []
        self.decisions: list[Decision] = []
        self.layout: dict[str, str] = {}
        self.lines: array[int] = array("l")
        self.doubt: Doubt | None = None
        self.vectors: Vectors | None = None
        self._entities: dict[str, Entity] = {}
        self._heads: array[int] | None = None

    @property
    def text(self) -> str:
        """The original text; what its tokens spell where a format has no other."""
        return self.tokens.table.layout[0] if self._text is None else self._text

    def __repr__(self) -> str:
        return (
            f"<Document {self.id!r}: {len(self.tokens)} tokens, {len(self.mentions)} mentions, "
            f"{len(self._entities)} entities>"
        )

    # --- entities and mentions

    @property
    def entities(self) -> list[Entity]:
        """The entities in the order of their first mentions."""
        return list(self._entities.values())

    def entity(self, id: str) -> Entity:
        """The entity of this id, made if it does not exist yet."""
        found = self._entities.get(id)
        if found is None:
            found = self._entities[id] = Entity(id)
        return found

    def add_mention(self, entity: str, start: int, end: int, **attributes: Any) -> Mention:
        """Add a mention of tokens start..end (exclusive) to the entity of that id; call `arrange` when done."""
        owner = self.entity(entity)
        mention = Mention(start, end, owner, **attributes)
        owner.mentions.append(mention)
        self.mentions.append(mention)
        return mention

    def add_spans(self, spans: Iterable[tuple[int, int, str]]) -> None:
        """Add plain mentions (start, end, entity id); what `add_mention` does, for the many that say no more."""
        find, add = self._entities.get, self.mentions.append
        for start, end, entity in spans:
            owner = find(entity) or self.entity(entity)
            mention = Mention(start, end, owner)
            owner.mentions.append(mention)
            add(mention)

    def arrange(self) -> None:
        """Put mentions into document order (outer before inner; ties as added) and entities by first mention."""
        key = _by_position
        previous = (-1, 0)
        for mention in self.mentions:
            here = (mention.start, -mention.end)
            if here < previous:
                self.mentions.sort(key=key)
                break
            previous = here
        entities: dict[str, Entity] = {}
        for mention in self.mentions:
            owner = mention.entity
            if owner.id not in entities:
                entities[owner.id] = owner
                owner.mentions.clear()
            owner.mentions.append(mention)
        self._entities = entities

    def bare(self) -> Document:
        """The same text, tokens, syntax and metadata without any annotation of reference."""
        copy = Document(self.id, self._text, self.tokens.table, self.sentences.table)
        copy.meta, copy.regions, copy.layout = dict(self.meta), list(self.regions), dict(self.layout)
        copy.doubt = self.doubt
        return copy

    # --- where things are

    def sentence_index(self, token: int) -> int:
        """The index of the sentence that holds a token."""
        return bisect_right(self.sentences.table.starts, token) - 1

    def head_index(self, token: int) -> int | None:
        """The token's governor as an index into the document; None for roots and where nothing is known."""
        if self._heads is None:
            self._heads = _head_indices(self)
        head = self._heads[token]
        return None if head == NO_HEAD else head

    def mention_spans(self, mention: Mention) -> tuple[tuple[int, int], ...]:
        """Character offsets of each contiguous stretch of a mention."""
        table = self.tokens.table
        return tuple((table.starts[start], table.ends[end - 1]) for start, end in mention.spans)

    def mention_text(self, mention: Mention) -> str:
        """The mention's words as they stand in the text; gaps of a discontinuous one are shown as ` … `."""
        return " … ".join(self.text[start:end] for start, end in self.mention_spans(mention))

    # --- what is known

    def mention_head(self, mention: Mention) -> int:
        """The mention's head: annotated, else by the parse (the token governed from outside), else the last token."""
        if mention.head is not None:
            return mention.head
        if self.is_parsed:
            inside = set(mention.tokens)
            relations, ids = self.tokens.table.column("deprel"), self.tokens.table.column("id")
            for token in mention.tokens:
                if self.head_index(token) not in inside and relations[token] != "punct" and "." not in ids[token]:
                    return token
        return mention.min[-1] if mention.min else mention.end - 1

    @property
    def genre(self) -> str:
        return self.meta.get("genre", "")

    @property
    def is_parsed(self) -> bool:
        """Whether any token has a head."""
        return self.tokens.table.has("head")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Document):
            return NotImplemented
        from corefer.document.features import differences

        return not differences(self, other)

    __hash__ = None  # type: ignore[assignment]


def _by_position(mention: Mention) -> tuple[int, int]:
    return mention.start, -mention.end


def _head_indices(document: Document) -> array[int]:
    """Turn CoNLL-U's head ids (per sentence) into document indices."""
    table = document.tokens.table
    heads = array("l", [NO_HEAD]) * len(table)
    values, ids = table.column("head"), table.column("id")
    sentences = document.sentences.table
    for start, end in zip(sentences.starts, sentences.ends, strict=True):
        place = {(str(i - start + 1) if ids[i] == "_" else ids[i]): i for i in range(start, end)}
        for i in range(start, end):
            heads[i] = place.get(values[i], NO_HEAD)
    return heads


class Builder:
    """Collects a document sentence by sentence, lays out its text, and hands over the `Document`.

    `gaps` is the white space after each token; the text is the tokens with their gaps. Use
    `corefer.document.from_text` instead where the text is given and tokens are offsets into it.
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.forms: list[str] = []
        self.gaps: list[str] = []
        self.lines: list[str] | None = None
        self.columns: dict[str, list[str]] = {}
        self.extra: dict[str, list[str]] = {}
        self.multiwords: list[Multiword] = []
        self.empty: set[int] = set()
        self.before = ""
        self.sentences = SentenceTable()

    def add_sentence(
        self,
        forms: Sequence[str],
        *,
        gaps: Sequence[str] | None = None,
        columns: dict[str, Sequence[str]] | None = None,
        id: str = "",
        speaker: str = "",
        new_paragraph: bool = False,
        comments: tuple[str, ...] = (),
    ) -> int:
        """Add a sentence and return its first token's index.

        Without `gaps`, words stand a space apart and the sentence ends its line.
        """
        start = len(self.forms)
        self.forms.extend(forms)
        self.gaps.extend(gaps if gaps is not None else [" "] * (len(forms) - 1) + ["\n"] * bool(forms))
        for name in {*self.columns, *(columns or {})}:
            column = self.columns.setdefault(name, ["_"] * start)
            column.extend((columns or {}).get(name, ["_"] * len(forms)))
        self.sentences.add(
            start, len(self.forms), id=id, speaker=speaker, new_paragraph=new_paragraph, comments=comments
        )
        return start

    def build(self) -> Document:
        self._move_gaps_behind_empty_nodes()
        table = TokenTable(
            self.forms,
            lines=self.lines,
            columns=self.columns,
            lay_out=partial(lay_out, self.forms, self.gaps, self.multiwords, self.empty, self.before),
            multiwords=self.multiwords,
            extra=self.extra,
        )
        return Document(self.id, None, table, self.sentences)

    def _move_gaps_behind_empty_nodes(self) -> None:
        """An empty node stands at the end of the word before it, so that a mention of both covers no white space."""
        starts = set(self.sentences.starts) if self.empty else set()
        for index in sorted(self.empty):
            if index not in starts:
                self.gaps[index - 1 : index + 1] = ["", self.gaps[index - 1] + self.gaps[index]]


def lay_out(
    forms: Sequence[str],
    gaps: Sequence[str],
    multiwords: Iterable[Multiword] = (),
    empty: Iterable[int] = (),
    before: str = "",
) -> tuple[str, array[int], array[int]]:
    """Join forms and gaps into a text that opens with `before`; return it with the start and end offset of each token.

    An empty node takes no room. A multiword token's words share its surface: each gets its own piece when
    their forms spell it (do + n't), all get the whole surface when they do not (du = de + le).
    """
    surfaces = list(forms)
    for index in empty:
        surfaces[index] = ""
    fused: list[Multiword] = []
    for word in multiwords:
        stretch = range(word.first, word.last + 1)
        if "".join(surfaces[i] for i in stretch) == word.form:
            continue
        fused.append(word)
        for i in stretch:
            surfaces[i] = ""
        surfaces[word.first] = word.form
    pieces = [piece for pair in zip(surfaces, gaps, strict=True) for piece in pair]
    bounds = list(accumulate(map(len, pieces), initial=len(before)))
    starts, ends = array("l", bounds[0:-1:2]), array("l", bounds[1::2])
    for word in fused:
        for i in range(word.first, word.last + 1):
            starts[i], ends[i] = starts[word.first], ends[word.first]
    return before + "".join(pieces), starts, ends
