"""Random small documents, for the round trips of every format.

`documents(features)` draws documents that use the given features and no others; `project` then reduces
them to what a format holds. With `awkward=True` names, forms and white space include what the model
allows but corpora seldom have (brackets in ids, right-to-left script, emoji, carriage returns); without
it they are letters, digits and underscores a space apart.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st

from corefer.document import (
    ALL,
    Bridge,
    Builder,
    Document,
    Expression,
    Feature,
    Mention,
    Multiword,
    Region,
    SplitAntecedent,
    differences,
    project,
)
from corefer.formats.base import Format, Source, Target

# fmt: off
PLAIN_WORDS = ("She", "the", "Anna", "cat", "sees", "2019", "it", "Berlin", "of", "a", ".", ",", "Mr", "wasn't")
ODD_WORDS = (
    "_", "-", "(", ")", "*", "|", "/", "\\", "<", ">", "&", "&amp;", "#", '"', "'", "=", "%", "[", "]", "…", "“", "--",
    "1-2", "e1", "C++", "</COREF>", "naïve", "e\u0301", "\u00adx", "straße", "北京", "שלום", "مرحبا", "नमस्ते",
    "\N{SLIGHTLY SMILING FACE}", "\N{WOMAN}\u200d\N{GIRL}", "\N{MATHEMATICAL FRAKTUR CAPITAL U}",
)
ODD_NAMES = ("e-1", "a(b)", "x,y", "p|q", "k=v", "a:b", "50%", "é", "北", "<i>", '"q"', "&", "a/b", "#1", "~", "*")
# fmt: on
PLAIN_GAPS = (" ", " ", " ", " ", "", "\n")
ODD_GAPS = (*PLAIN_GAPS, "  ", "\t", "\n\n", " \n ", "\u00a0", "\u3000", "\r\n", "\u2028")

_LETTERS = st.characters(exclude_categories=("C", "Z"))


def words(awkward: bool = True) -> st.SearchStrategy[str]:
    """Token forms: never empty, never with white space."""
    if not awkward:
        return st.sampled_from(PLAIN_WORDS)
    return st.sampled_from((*PLAIN_WORDS, *ODD_WORDS)) | st.text(_LETTERS, min_size=1, max_size=4)


def names(awkward: bool = True) -> st.SearchStrategy[str]:
    """Ids, types, relations: never empty, printable, never with white space."""
    plain = st.text("abcXYZ019_", min_size=1, max_size=4).filter(lambda name: name != "_")
    if not awkward:
        return plain
    return plain | plain | st.sampled_from(ODD_NAMES)


def lines(awkward: bool = True) -> st.SearchStrategy[str]:
    """Values of metadata: one line, without white space around it, never empty."""
    plain = st.sampled_from(("news", "A long title", "2019-07-01", "https://example.org/a?b=c"))
    if not awkward:
        return plain
    return plain | st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=12).map(str.strip).filter(bool)


@dataclass(slots=True)
class _Draft:
    """A sentence on its way: forms, gaps and ids of its tokens; multiword tokens as (first, last, form)."""

    forms: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    multiwords: list[tuple[int, int, str]] = field(default_factory=list)
    words: int = 0
    empties: int = 0

    def add_words(self, forms: Sequence[str], gap: str) -> None:
        for form in forms:
            self.words += 1
            self.forms.append(form)
            self.gaps.append("")
            self.ids.append(str(self.words))
        self.gaps[-1] = gap
        self.empties = 0

    def add_empty(self, form: str) -> None:
        self.empties += 1
        self.forms.append(form)
        self.gaps.append("")
        self.ids.append(f"{self.words}.{self.empties}")

    @property
    def has_empty(self) -> bool:
        return any("." in id for id in self.ids)


@st.composite
def documents(
    draw: st.DrawFn,
    features: Iterable[Feature] = ALL,
    *,
    awkward: bool = True,
    max_sentences: int = 3,
    max_mentions: int = 6,
) -> Document:
    """A document with these features."""
    has = frozenset(features)
    document = _text(draw, has, awkward, max_sentences)
    if Feature.METADATA in has:
        keys = st.sampled_from(("genre", "title", "dateCollected", "speakerCount"))
        document.meta = draw(st.dictionaries(keys, lines(awkward), max_size=2))
    if len(document.tokens):
        _add_mentions(draw, document, has, awkward, max_mentions)
        _add_relations(draw, document, has, awkward)
        if Feature.REGIONS in has:
            document.regions = _regions(draw, document)
    document.arrange()
    return document


def corpora(features: Iterable[Feature] = ALL, max_size: int = 3, **options: Any) -> st.SearchStrategy[list[Document]]:
    """Several documents with ids of their own."""
    return st.lists(documents(features, **options), max_size=max_size, unique_by=lambda document: document.id)


def through(form: Format, written: Iterable[Document], name: str = "document") -> list[Document]:
    """Documents after a format's writer and reader, in memory (not for formats that are pairs of files)."""
    assert form.write is not None and form.read is not None
    buffer = io.BytesIO()
    form.write(written, Target(None, stdout=buffer))
    if currently_in_test_context():
        note(buffer.getvalue().decode("utf-8", "backslashreplace"))
    return list(form.read(Source(name + form.endings[0], data=buffer.getvalue())))


def assert_round_trip(form: Format, originals: Iterable[Document], name: str = "document") -> None:
    """What a format holds of these documents is what comes back."""
    held = [project(document, form.holds)[0] for document in originals]
    result = through(form, held, name)
    assert [document.id for document in result] == [document.id for document in held]
    for before, after in zip(held, result, strict=True):
        assert differences(before, after) == []


# --- text and tokens


def _text(draw: st.DrawFn, has: frozenset[Feature], awkward: bool, max_sentences: int) -> Document:
    builder = Builder(draw(names(awkward)))
    if Feature.SPACING in has and awkward:
        builder.before = draw(st.sampled_from(("", "", "", " ", "\n")))
    for number in range(draw(st.integers(0, max_sentences))):
        _add_sentence(draw, builder, number, has, awkward)
    if Feature.EXTRA_COLUMNS in has and builder.forms:
        for name in draw(st.lists(st.sampled_from(("NER", "SENSE", "PARSE")), max_size=2, unique=True)):
            builder.extra[name] = draw(_values(len(builder.forms), st.just("_") | names(awkward)))
    return builder.build()


def _add_sentence(draw: st.DrawFn, builder: Builder, number: int, has: frozenset[Feature], awkward: bool) -> None:
    draft = _draft(draw, has, awkward)
    columns = _columns(draw, draft, has, awkward)
    comments = st.sampled_from(("text_en = Hello , world", "note = x", "a free comment"))
    start = builder.add_sentence(
        draft.forms,
        gaps=draft.gaps,
        columns=columns,
        id=f"s{number}" if Feature.SENTENCE_IDS in has and draw(st.booleans()) else "",
        speaker=draw(st.sampled_from(("", "Anna", "B_2", "#3"))) if Feature.SPEAKERS in has else "",
        new_paragraph=Feature.PARAGRAPHS in has and draw(st.booleans()),
        comments=tuple(draw(st.lists(comments, max_size=2))) if Feature.COMMENTS in has else (),
    )
    builder.empty.update(start + i for i, id in enumerate(draft.ids) if "." in id)
    for first, last, form in draft.multiwords:
        fields = (f"{draft.ids[first]}-{draft.ids[last]}", form, *["_"] * 8)
        builder.multiwords.append(Multiword(start + first, start + last, fields))


def _draft(draw: st.DrawFn, has: frozenset[Feature], awkward: bool) -> _Draft:
    kinds = ["word"] * 4 + ["multiword"] * (Feature.MULTIWORDS in has) + ["empty"] * (Feature.EMPTY_NODES in has)
    gaps = st.sampled_from(ODD_GAPS if awkward else PLAIN_GAPS) if Feature.SPACING in has else st.just(" ")
    draft = _Draft()
    for kind in draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=6)):
        if kind == "empty":
            draft.add_empty(draw(words(awkward)))
        elif kind == "word":
            draft.add_words([draw(words(awkward))], draw(gaps))
        else:
            forms = draw(st.lists(words(awkward), min_size=2, max_size=3))
            surface = draw(st.just("".join(forms)) | words(awkward))
            draft.multiwords.append((len(draft.forms), len(draft.forms) + len(forms) - 1, surface))
            draft.add_words(forms, draw(gaps))
    if not draft.words:
        draft.add_words([draw(words(awkward))], draw(gaps))
    if Feature.SPACING not in has:
        draft.gaps[draft.ids.index(str(draft.words))] = "\n"
    return draft


def _values(size: int, value: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(value, min_size=size, max_size=size)


def _columns(draw: st.DrawFn, draft: _Draft, has: frozenset[Feature], awkward: bool) -> dict[str, Sequence[str]]:
    """CoNLL-U columns; a sentence may lack any of them."""
    size = len(draft.forms)
    simple = {
        "lemma": (Feature.LEMMAS, st.just("_") | words(awkward)),
        "upos": (Feature.UPOS, st.sampled_from(("_", "NOUN", "PRON", "VERB"))),
        "xpos": (Feature.XPOS, st.sampled_from(("_", "NN", "PRP$", ","))),
        "feats": (Feature.FEATS, st.sampled_from(("_", "Number=Sing", "Case=Nom|Person=3"))),
        "misc": (Feature.NOTES, st.sampled_from(("_", "Gloss=x", "Typo", "A=(b-c)|B=d=e"))),
    }
    columns: dict[str, Sequence[str]] = {
        name: draw(_values(size, value)) for name, (feature, value) in simple.items() if feature in has
    }
    if Feature.DEPENDENCIES in has and draw(st.booleans()):
        columns["head"], columns["deprel"] = _tree(draw, draft)
    if Feature.ENHANCED in has and draw(st.booleans()):
        edges = st.sampled_from([f"{id}:{deprel}" for id in ("0", *draft.ids) for deprel in ("nsubj", "conj:and")])
        columns["deps"] = draw(_values(size, st.just("_") | edges))
    if draft.has_empty:
        columns["id"] = draft.ids
    return columns


def _tree(draw: st.DrawFn, draft: _Draft) -> tuple[list[str], list[str]]:
    """The head and deprel of every token; empty nodes stand outside the tree."""
    heads, deprels = ["_"] * len(draft.ids), ["_"] * len(draft.ids)
    attached = ["0"]
    order = [i for i, id in enumerate(draft.ids) if "." not in id]
    if draw(st.booleans()):
        order.reverse()
    for i in order:
        heads[i] = "0" if attached == ["0"] else draw(st.sampled_from(attached[1:]))
        deprels[i] = "root" if heads[i] == "0" else draw(st.sampled_from(("nsubj", "obj", "nmod:poss")))
        attached.append(draft.ids[i])
    return heads, deprels


# --- mentions


_Spans = tuple[tuple[int, int], ...]


def _add_mentions(
    draw: st.DrawFn, document: Document, has: frozenset[Feature], awkward: bool, max_mentions: int
) -> None:
    pool = _entity_ids(draw, has, awkward)
    drafts: list[tuple[str, _Spans]] = []
    for number in range(draw(st.integers(0, max_mentions))):
        spans = _spans(draw, document, has)
        id = pool[draw(st.integers(0, min(number, 3)))]
        allowed = Feature.CROSSING in has or not any(_cross(spans, other) for _, other in drafts)
        if allowed and (id, spans) not in drafts:
            drafts.append((id, spans))
    counts = Counter(id for id, _ in drafts)
    if Feature.SINGLETONS not in has:
        drafts = [(id, spans) for id, spans in drafts if counts[id] > 1]
    with_ids = Feature.MENTION_IDS in has and draw(st.booleans())
    for number, (id, spans) in enumerate(_without_twins(drafts), 1):
        mention = document.add_mention(
            id, spans[0][0], spans[-1][1], parts=spans if len(spans) > 1 else (), id=f"m{number}" if with_ids else ""
        )
        _describe(draw, mention, has, awkward)
        if Feature.NON_REFERRING in has and counts[id] == 1:
            mention.referring = draw(st.sampled_from((True, True, False)))


def _entity_ids(draw: st.DrawFn, has: frozenset[Feature], awkward: bool) -> list[str]:
    """Ids to pick from; plain numbers where a format need not hold ids."""
    if Feature.ENTITY_IDS in has and draw(st.booleans()):
        return draw(st.lists(names(awkward), min_size=4, max_size=4, unique=True))
    return ["1", "2", "3", "4"]


def _without_twins(drafts: list[tuple[str, _Spans]]) -> list[tuple[str, _Spans]]:
    """Leave out an entity whose mentions are exactly those of another: nothing would tell the two apart."""
    kept: dict[frozenset[_Spans], str] = {}
    for id in dict.fromkeys(id for id, _ in drafts):
        kept.setdefault(frozenset(spans for other, spans in drafts if other == id), id)
    return [(id, spans) for id, spans in drafts if id in kept.values()]


def _spans(draw: st.DrawFn, document: Document, has: frozenset[Feature]) -> _Spans:
    sentence = draw(st.sampled_from(document.sentences))
    last = sentence.end
    if Feature.ACROSS_SENTENCES in has and draw(st.integers(0, 7)) == 7:
        last = len(document.tokens)
    start = draw(st.integers(sentence.start, sentence.end - 1))
    end = draw(st.integers(start + 1, last))
    if Feature.DISCONTINUOUS in has and end - start > 2 and draw(st.integers(0, 2)) == 2:
        low = draw(st.integers(start + 1, end - 2))
        high = draw(st.integers(low + 1, end - 1))
        return ((start, low), (high, end))
    return ((start, end),)


def _cross(one: _Spans, two: _Spans) -> bool:
    (start, end), (other_start, other_end) = ((spans[0][0], spans[-1][1]) for spans in (one, two))
    return start < other_start < end < other_end or other_start < start < other_end < end


def _describe(draw: st.DrawFn, mention: Mention, has: frozenset[Feature], awkward: bool) -> None:
    tokens = mention.tokens
    values: dict[Feature, tuple[str, st.SearchStrategy[Any]]] = {
        Feature.TYPES: ("type", st.sampled_from(("", "person", "place")) | names(awkward)),
        Feature.LINKS: ("link", st.sampled_from(("", "ana", "coref", "appos", "disc"))),
        Feature.INFSTAT: ("infstat", st.sampled_from(("", "new", "giv:act"))),
        Feature.IDENTITIES: ("identity", st.sampled_from(("", "Barack_Obama", "Paris_(Texas)")) | names(awkward)),
        Feature.HEADS: ("head", st.none() | st.sampled_from(tokens)),
        Feature.MIN: ("min", _minima(mention, awkward)),
        Feature.OPTIONAL: ("optional", st.sampled_from((False, False, True))),
        Feature.CATEGORIES: ("category", st.sampled_from(("", "", "event", "cleft"))),
        Feature.ATTRIBUTES: (
            "other",
            st.none() | st.dictionaries(st.sampled_from(("centering", "number")), names(awkward), min_size=1),
        ),
        Feature.ALTERNATIVES: ("alternatives", _expressions(awkward)),
    }
    for feature, (name, value) in values.items():
        if feature in has:
            setattr(mention, name, draw(value))


def _minima(mention: Mention, awkward: bool) -> st.SearchStrategy[tuple[int, ...]]:
    """None, or one stretch of the mention's tokens; an awkward one may have gaps."""
    start, end = mention.spans[0]
    stretch = st.tuples(st.integers(start, end - 1), st.integers(start, end - 1)).map(
        lambda pair: tuple(range(min(pair), max(pair) + 1))
    )
    if not awkward:
        return st.just(()) | stretch
    any_tokens = st.sets(st.sampled_from(mention.tokens)).map(lambda chosen: tuple(sorted(chosen)))
    return st.just(()) | stretch | any_tokens


def _expressions(awkward: bool) -> st.SearchStrategy[tuple[Expression, ...]]:
    pairs = st.sampled_from((("case", "nominative"), ("type", "name")))
    attributes = st.lists(pairs, max_size=2, unique=True).map(tuple)
    return st.lists(st.builds(Expression, lines(awkward), attributes), max_size=2).map(tuple)


# --- relations and regions


def _add_relations(draw: st.DrawFn, document: Document, has: frozenset[Feature], awkward: bool) -> None:
    entities = [entity for entity in document.entities if all(m.referring for m in entity.mentions)]
    anaphors = [mention for entity in entities for mention in entity.mentions]
    if Feature.BRIDGING in has and len(entities) > 1:
        for anaphor in draw(st.lists(st.sampled_from(anaphors), max_size=2, unique_by=id)):
            anchor = draw(st.sampled_from([entity for entity in entities if entity is not anaphor.entity]))
            relation = draw(st.just("") | names(awkward))
            mention = draw(st.none() | st.sampled_from(anchor.mentions)) if Feature.ANCHOR_MENTIONS in has else None
            document.bridges.append(Bridge(anaphor, anchor, relation, mention))
    if Feature.SPLIT in has and len(entities) > 2:
        for anaphor in draw(st.lists(st.sampled_from(anaphors), max_size=1)):
            others = [entity for entity in entities if entity is not anaphor.entity]
            antecedents = draw(st.lists(st.sampled_from(others), min_size=2, max_size=3, unique_by=id))
            document.splits.append(SplitAntecedent(anaphor, tuple(antecedents)))


def _regions(draw: st.DrawFn, document: Document) -> list[Region]:
    """Up to two stretches of whole sentences that no mention straddles."""
    table = document.tokens.table
    cuts = [
        sentence.start
        for sentence in document.sentences
        if not any(mention.start < sentence.start < mention.end for mention in document.mentions)
    ]
    bounds = sorted(draw(st.lists(st.sampled_from([*cuts, len(table)]), max_size=3, unique=True)))
    return [
        Region(name, table.starts[first], table.ends[last - 1])
        for name, first, last in zip(("HL", "TXT"), bounds, bounds[1:], strict=False)
    ]
