"""`analyse`: raw text to an analysed document, by the bundled network.

One pass of the encoder over a block of text gives tokens, sentences, tags, arcs with posteriors, and mentions.
Where tokens and sentences are given (gold tokens), they are kept. Blocks are done one after the other, so that what
is held beside the document itself does not grow with the text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern

import numpy as np

from corefer.analysis.atoms import Gap, atoms
from corefer.analysis.blocks import blocks
from corefer.analysis.boundaries import LONGEST_SENTENCE, find_words, multiwords, stretches
from corefer.analysis.encoding import encode, pool
from corefer.analysis.features import describe
from corefer.analysis.kept import Kept
from corefer.analysis.lexicon import lemmatise
from corefer.analysis.mentions import find_mentions, softmax
from corefer.analysis.network import DEFAULT, Floats, Ints, Network, network
from corefer.analysis.represent import summed
from corefer.analysis.trees import PLAUSIBLE, arc_scores, best_tree, posteriors
from corefer.document import CoreferError, Document, Doubt, Multiword, Vectors, from_text
from corefer.document.tokens import SentenceTable, TokenTable

Progress = Callable[[int], None]
SCHEMES = ("gum", "ontonotes", "litbank")  # what counts as a mention; OntoNotes' mentions are found among GUM's
BY_PARSE = 0.6  # the parse's share in whether an *it* is expletive; the rest is the head that learnt just this
ROOT = -1  # the head of a root, where heads are places of words
_NUMBERS = tuple(map(str, range(LONGEST_SENTENCE + 1)))  # one string each, however many tokens bear it


@dataclass(slots=True)
class _Grown:
    """The columns of the analysed document as they grow, block by block."""

    forms: list[str] = field(default_factory=list)
    starts: array[int] = field(default_factory=lambda: array("l"))
    ends: array[int] = field(default_factory=lambda: array("l"))
    columns: dict[str, list[str]] = field(
        default_factory=lambda: {n: [] for n in ("id", "lemma", "upos", "xpos", "feats", "head", "deprel")}
    )
    sentences: SentenceTable = field(default_factory=SentenceTable)
    arc: array[float] = field(default_factory=lambda: array("f"))
    label: array[float] = field(default_factory=lambda: array("f"))
    others: dict[int, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    mentions: list[tuple[int, int, int, str, dict[str, str]]] = field(default_factory=list)
    vectors: list[Floats] = field(default_factory=list)
    multiwords: list[Multiword] = field(default_factory=list)


def analyse(
    source: Document | str,
    *,
    tokens: str = "own",
    scheme: str = "gum",
    model: Path | None = None,
    progress: Progress | None = None,
) -> Document:
    """Analyse a text: tokens, sentences, tags, lemmas, dependencies with `doubt`, mentions as singletons.

    `tokens="kept"` keeps the document's own tokens and sentences. What counts as a mention is GUM's choice, or that
    of the `scheme` litbank. `progress` is called with the number of characters done.
    """
    if scheme not in SCHEMES:
        raise CoreferError(f"schemes are {', '.join(SCHEMES)}, not `{scheme}`")
    if tokens not in ("own", "kept"):
        raise CoreferError(f"tokens are `own` or `kept`, not `{tokens}`")
    document = from_text("text", source) if isinstance(source, str) else source
    net = network(model or DEFAULT)
    grown = _Grown()
    kept = Kept(document) if tokens == "kept" else None
    for start, end in kept.blocks() if kept else blocks(document.text):
        _add_block(net, document.text, start, end, kept, scheme, grown)
        if progress:
            progress(end)
    if kept:
        grown.multiwords = kept.multiwords()
    return _finished(document, grown, str(model or DEFAULT))


def _add_block(net: Network, text: str, start: int, end: int, kept: Kept | None, scheme: str, grown: _Grown) -> None:
    stretch = text[start:end]
    atom_starts, atom_ends = (
        kept.atoms(stretch, start, end, net.labels.splits) if kept else atoms(stretch, net.labels.splits)
    )
    if not atom_starts:
        return
    encoded = encode(net, stretch, atom_starts, atom_ends)
    words = kept.of_atoms(start, end, atom_starts, atom_ends) if kept else find_words(encoded)
    if not len(words.first):
        return
    out = net.words(pool(encoded, words.first, words.count))
    parts = stretches(encoded.starts[words.first], words.sentences)
    gaps = [encoded.gap[i] for i in words.first]
    starts = [atom_starts[i] for i in words.first]
    ends = [atom_ends[i] for i in words.first + words.count - 1]
    forms = kept.forms(start, end) if kept else [intern(stretch[a:b]) for a, b in zip(starts, ends, strict=True)]
    block = _Block(net, forms, gaps, words.sentences, parts, out)
    base = len(grown.starts)
    grown.forms += forms
    offsets = kept.offsets(start, end) if kept else ([start + a for a in starts], [start + b for b in ends])
    grown.starts.extend(offsets[0])
    grown.ends.extend(offsets[1])
    block.tag(grown)
    block.parse(grown, base)
    block.mention(grown, base, scheme)
    if not kept:
        block.fuse(grown, base)


@dataclass(slots=True)
class _Block:
    """A block's words and what the network says of them.

    `sentences` and `parts` are the words at which each starts. A part is what is parsed at once: a sentence, or as
    much of an endless one as fits.
    """

    net: Network
    forms: list[str]
    gaps: list[int]
    sentences: list[int]
    parts: list[int]
    out: dict[str, Floats]
    expletive: Floats = field(init=False)  # the probability that a word is an *it* that refers to nothing

    def bounds(self, starts: list[int]) -> list[tuple[int, int]]:
        return list(zip(starts, [*starts[1:], len(self.forms)], strict=True))

    def tag(self, grown: _Grown) -> None:
        labels, columns = self.net.labels, grown.columns
        upos = [labels.upos[i] for i in self.out["upos"].argmax(axis=1)]
        xpos = [labels.xpos[i] for i in self.out["xpos"].argmax(axis=1)]
        feats = [labels.feats[i] for i in self.out["feats"].argmax(axis=1)]
        columns["upos"] += upos
        columns["xpos"] += xpos
        columns["feats"] += feats
        columns["lemma"] += map(lemmatise, self.forms, upos, xpos, feats)

    def parse(self, grown: _Grown, base: int) -> None:
        """Heads by the best tree, relations by the best label; both with their posteriors.

        The root of a sentence's second and further part hangs on the root of its first, with no certainty at all.
        """
        heads = np.full(len(self.forms), ROOT, np.int64)
        certainty = np.zeros(len(self.forms), np.float32)
        opening = set(self.sentences)
        root = 0
        for first, last in self.bounds(self.parts):
            scores = arc_scores(self.net, self.out, first, last)
            tree = best_tree(scores)
            probability = posteriors(scores, self.net.calibration["arc"])
            certainty[first:last] = probability[np.arange(last - first), tree]
            heads[first:last] = np.where(tree > 0, first + tree - 1, ROOT)
            self._remember(grown, probability, tree, base + first)
            top = first + int((tree == 0).argmax())
            if first in opening:
                root = top
            else:
                heads[top], certainty[top] = root, 0.0
        probability = self._relations(heads)
        grown.columns["deprel"] += [self.net.labels.deprel[i] for i in probability.argmax(axis=1)]
        grown.arc.extend(certainty.tolist())
        grown.label.extend(probability.max(axis=1).tolist())
        self.expletive = BY_PARSE * probability[:, self.net.labels.deprel.index("expl")]
        self.expletive += (1 - BY_PARSE) * softmax(self.out["it"])[:, 1]
        for first, last in self.bounds(self.sentences):
            grown.sentences.add(base + first, base + last, new_paragraph=self.gaps[first] == Gap.PARAGRAPH)
            grown.columns["id"] += _numbers(range(1, last - first + 1))
            grown.columns["head"] += _numbers(
                np.where(heads[first:last] < 0, 0, heads[first:last] - first + 1).tolist()
            )

    def _remember(self, grown: _Grown, probability: Floats, tree: Ints, base: int) -> None:
        """The other plausible heads of each word."""
        others: dict[int, list[tuple[int, float]]] = {}
        for word, head in zip(*(places.tolist() for places in np.nonzero(probability >= PLAUSIBLE)), strict=True):
            if head != tree[word]:
                place = base + head - 1 if head else -1
                others.setdefault(base + word, []).append((place, float(probability[word, head])))
        grown.others |= {word: tuple(heads) for word, heads in others.items()}

    def _relations(self, heads: Ints) -> Floats:
        """The posteriors of each word's relations to its head (a word of the block, or `ROOT`)."""
        of_heads = np.where((heads < 0)[:, None], self.net.label_root, self.out["label_head"][heads])
        scores = self.net.relations(self.out["label_dependent"], of_heads.astype(np.float32))
        root = self.net.labels.deprel.index("root")
        scores[heads >= 0, root] = -1e4
        scores[heads < 0, root] = 1e4
        return softmax(scores / self.net.calibration["label"])

    def mention(self, grown: _Grown, base: int, scheme: str) -> None:
        columns = grown.columns
        spans: list[tuple[int, int, int]] = []
        for first, last in self.bounds(self.parts):
            for found in find_mentions(self.net, self.out, first, last, scheme):
                head = first + found.head
                features = describe(
                    self.forms[first + found.start : first + found.end],
                    found.head - found.start,
                    columns["lemma"][base + head],
                    columns["upos"][base + head],
                    columns["feats"][base + head],
                    found.agreement,
                    found.type,
                )
                if self.expletive[head] > PLAUSIBLE and self.forms[head].lower() == "it":
                    features["expletive"] = f"{self.expletive[head]:.2f}"
                place = base + first
                grown.mentions.append((place + found.start, place + found.end, base + head, found.type, features))
                spans.append((head, first + found.start, first + found.end - 1))
        grown.vectors.append(summed(self.out["link"], spans))

    def fuse(self, grown: _Grown, base: int) -> None:
        """Note the written words that cover several tokens."""
        glued = [gap == Gap.NONE for gap in self.gaps]
        for sentence in self.sentences:
            glued[sentence] = False
        for first, last in multiwords(self.forms, grown.columns["xpos"][base:], glued):
            fields = (f"{grown.columns['id'][base + first]}-{grown.columns['id'][base + last]}",)
            form = "".join(self.forms[first : last + 1])
            grown.multiwords.append(Multiword(base + first, base + last, (*fields, form, *["_"] * 8)))


def _numbers(values: Iterable[int]) -> list[str]:
    return [_NUMBERS[value] if value <= LONGEST_SENTENCE else str(value) for value in values]


def _finished(document: Document, grown: _Grown, model: str) -> Document:
    """The analysed document: the same text and metadata, the new annotation."""
    text = document.text
    table = TokenTable(
        grown.forms, columns=grown.columns, starts=grown.starts, ends=grown.ends, multiwords=grown.multiwords
    )
    _carry_over(document, grown)
    found = Document(document.id, text, table, grown.sentences)
    found.meta, found.regions = dict(document.meta), list(document.regions)
    found.layout = {name: value for name, value in document.layout.items() if name == "file"}
    found.doubt = Doubt(grown.arc, grown.label, grown.others)
    for number, (start, end, head, kind, features) in enumerate(grown.mentions, 1):
        found.add_mention(f"e{number}", start, end, head=head, type=kind, other=features)
    found.arrange()
    if grown.vectors:
        rows = {(start, end): row for row, (start, end, *_) in enumerate(grown.mentions)}
        found.vectors = Vectors(np.concatenate(grown.vectors), rows, model)
    return found


def _carry_over(document: Document, grown: _Grown) -> None:
    """Speakers, sentence ids and paragraph starts of the source, where its sentences start at the same place."""
    theirs = {}
    for sentence in document.sentences:
        if len(sentence):
            theirs[sentence.span[0]] = sentence
    speakers = [s for s in document.sentences if s.speaker and len(s)]
    offsets = [s.span[0] for s in speakers]
    ours = grown.sentences
    for i, first in enumerate(ours.starts):
        place = grown.starts[first]
        same = theirs.get(place)
        if same is not None:
            ours.ids[i] = same.id
            ours.new_paragraph[i] = ours.new_paragraph[i] or same.new_paragraph
        before = bisect_right(offsets, place) - 1
        if before >= 0 and speakers[before].span[1] > place:
            ours.speakers[i] = speakers[before].speaker
