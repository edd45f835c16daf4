"""`rewrite`: a resolved, parsed document to a text whose pronouns are replaced by their anchors.

Pronouns are taken in order, chunk by chunk and sentence by sentence, so that each knows what its sentence and its
chunk name by then. Each is either substituted, with all the changes that its sentence needs to stay grammatical, or
left with a reason: nothing is substituted by halves.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from corefer.document import CoreferError, Decision, Document, Entity, Mention
from corefer.resolve import Discourse, View
from corefer.rewrite.agreement import agreed, finite_verbs, is_clitic, written_out
from corefer.rewrite.anchors import Anchor, Anchors
from corefer.rewrite.binding import commands, is_subject, same_clause
from corefer.rewrite.chunks import chunk_sentences
from corefer.rewrite.confidence import confidence
from corefer.rewrite.edits import Edit, Span, apply
from corefer.rewrite.forms import FORMS, Case, Form, form_of, third_person
from corefer.rewrite.phrases import Wording, starts_sentence
from corefer.rewrite.result import Change, Chunk, Left, Mode, Reason, Rewritten, Substitution
from corefer.rewrite.speakers import Voice, Voices
from corefer.syntax import Syntax
from corefer.syntax.pleonastic import pleonastic

LEAST_CONFIDENCE = 0.5
_HONORIFICS = frozenset("majesty highness holiness excellency honour honor lordship ladyship grace eminence".split())
_PRONOUN_ROLES_LEFT = frozenset("compound flat reparandum goeswith fixed appos discourse dep list".split())
_HARMLESS = frozenset("punct case advmod cc conj cop nsubj aux mark discourse parataxis obl advcl nmod:poss".split())
_RELATIVES = frozenset("who whom whose which that".split())
_DEMONSTRATIVES = frozenset("this that these those".split())
_RECIPROCALS = (("each", "other"), ("one", "another"))


def rewrite(
    document: Document,
    mode: Mode | str = Mode.ANCHORS,
    chunks: int | str | None = None,
    *,
    min_confidence: float = LEAST_CONFIDENCE,
    repeat: bool = False,
) -> Rewritten:
    """Replace the pronouns of a resolved and parsed document by their anchors; see docs/rewriting.md.

    `mode="anchors"` names each pronoun's referent once in every sentence (with `repeat`, wherever grammar lets it);
    `mode="standalone"` does so once in every chunk. `chunks` is a number of sentences, a number of words (`"200w"`),
    `"paragraph"` or `"sentence"`; without it the whole text is one chunk, and in `standalone` each paragraph.
    Pronouns whose resolution is less sure than `min_confidence` are left.
    """
    if mode not in tuple(Mode):
        raise CoreferError(f"the mode is one of {', '.join(Mode)}, not `{mode}`")
    if not 0 <= min_confidence <= 1:
        raise CoreferError(f"a confidence lies between 0 and 1, unlike {min_confidence}")
    if len(document.tokens) and not document.is_parsed:
        raise CoreferError(f"{document.id}: the document has no parse (analyse it: `corefer.analysis.analyse`)")
    mode = Mode(mode)
    if chunks is None and mode is Mode.STANDALONE:
        chunks = "paragraph"
    return _Rewriter(document, mode, chunks, min_confidence, repeat).run()


@dataclass(slots=True)
class _Plan:
    """A substitution as it is planned: the edits of the input, the pronoun's first."""

    mention: Mention
    entity: Entity
    anchors: tuple[Mention, ...]
    edits: list[Edit]


@dataclass(slots=True, frozen=True)
class _Kept:
    """A pronoun that is left."""

    token: int
    reason: Reason
    mention: Mention | None


@dataclass(slots=True)
class _Scene:
    """What has been named so far: in this sentence (by voice), and in this chunk."""

    named: dict[tuple[str, int], list[int]] = field(default_factory=dict)  # entity and voice -> tokens
    introduced: set[str] = field(default_factory=set)
    changed_voice: set[tuple[str, int]] = field(default_factory=set)  # first persons that were made third ones


class _Rewriter:
    """One rewriting; made for one document and run once."""

    def __init__(
        self, document: Document, mode: Mode, chunks: int | str | None, min_confidence: float, repeat: bool
    ) -> None:
        self.document, self.mode, self.min_confidence, self.repeat = document, mode, min_confidence, repeat
        self.chunked = str(chunks or "")
        self.chunks = chunk_sentences(document, chunks)
        self.discourse = Discourse(document)
        self.syntax = Syntax(document)
        self.anchors = Anchors(self.discourse, fullest=mode is Mode.STANDALONE)
        self.voices = Voices(self.discourse, self.anchors.anchored)
        self.decisions = {id(decision.anaphor): decision for decision in document.decisions}
        self.at = {view.start: view for view in self.discourse.views if view.end == view.start + 1}
        self.in_sentence: dict[tuple[str, int], list[View]] = {}
        for view in self.discourse.views:
            self.in_sentence.setdefault((view.mention.entity.id, view.sentence), []).append(view)
        self.plans: list[_Plan] = []
        self.kept: list[_Kept] = []

    def run(self) -> Rewritten:
        for sentences in self.chunks:
            scene = _Scene()
            for sentence in sentences:
                self._sentence(sentence, scene)
        return self._finished()

    # --- going through the text

    def _sentence(self, number: int, scene: _Scene) -> None:
        table = self.document.sentences.table
        scene.named.clear()
        ends: dict[int, list[View]] = {}
        for view in self.discourse.in_sentence(number):
            if not view.is_pronoun and view.upos in ("NOUN", "PROPN"):
                ends.setdefault(view.end - 1, []).append(view)
        for token in range(table.starts[number], table.ends[number]):
            self._token(token, scene)
            for view in ends.get(token, ()):
                self._name(view.mention.entity, view.head, scene)

    def _name(self, entity: Entity, token: int, scene: _Scene) -> None:
        scene.named.setdefault((entity.id, self.voices.of(token).number), []).append(token)
        scene.introduced.add(entity.id)

    def _token(self, token: int, scene: _Scene) -> None:
        table = self.document.tokens.table
        if table.starts[token] == table.ends[token]:
            return
        found = self.at.get(token)
        mention = found.mention if found else None
        reason = self._other_pronoun(token)
        form = form_of(self.discourse.forms[token], self.discourse.feats[token], self.discourse.deprel[token])
        if reason is None:
            if form is None or not self._is_word(token):
                return
            outcome = self._personal(token, form, mention, scene)
            if isinstance(outcome, _Plan):
                self.plans.append(outcome)
                return
            reason = outcome
        self.kept.append(_Kept(token, reason, mention))

    def _is_word(self, token: int) -> bool:
        """A pronoun by its tag, or by nothing (*US* and *mine* have namesakes)."""
        return self.discourse.upos[token] in ("PRON", "DET", "_")

    def _other_pronoun(self, token: int) -> Reason | None:
        """Pronouns that are never replaced; only the first token of *each other* counts."""
        lower, upos = self.discourse.lower, self.discourse.upos[token]
        if tuple(lower[token : token + 2]) in _RECIPROCALS:
            return Reason.REFLEXIVE
        if upos != "PRON":
            return None
        features = self.discourse.feats[token]
        if lower[token] in _RELATIVES and "PronType=Rel" in features:
            return Reason.RELATIVE
        return Reason.DEMONSTRATIVE if lower[token] in _DEMONSTRATIVES and "Poss" not in features else None

    # --- one personal or possessive pronoun

    def _personal(self, token: int, form: Form, mention: Mention | None, scene: _Scene) -> _Plan | Reason:
        voice = self.voices.of(token)
        if form.person != 3:
            return self._own_voice(token, form, mention, voice, scene)
        if form.case is Case.REFLEXIVE:
            return Reason.REFLEXIVE
        reason = self._unresolved(token, form, mention)
        if reason is not None:
            return reason
        assert mention is not None
        if voice.quoted and voice.entity is None:
            return Reason.SPEAKER
        reason = self._unsure(mention) or self._named(token, mention.entity, voice, scene)
        return reason or self._substitute(token, form, mention, mention.entity, scene)

    def _unresolved(self, token: int, form: Form, mention: Mention | None) -> Reason | None:
        """Why there is nothing to put there."""
        if self.discourse.deprel[token] == "expl" or (mention is not None and not mention.referring):
            return Reason.PLEONASTIC
        if mention is None or (mention.entity.is_singleton and not self.anchors.exist(mention.entity)):
            return Reason.PLEONASTIC if pleonastic(self.syntax.words, token) else Reason.UNRESOLVED
        if not self.anchors.exist(mention.entity):
            return Reason.NO_ANCHOR
        if not self.anchors.precede(mention.entity, token):
            return Reason.CATAPHORA
        return Reason.CONSTRUCTION if self._is_fixed(token, form) else None

    def _unsure(self, mention: Mention) -> Reason | None:
        sure = self._confidence(mention)
        return Reason.AMBIGUOUS if sure is not None and sure < self.min_confidence else None

    def _confidence(self, mention: Mention) -> float | None:
        return confidence(self.document, mention, self.decisions)

    def _named(self, token: int, entity: Entity, voice: Voice, scene: _Scene) -> Reason | None:
        """Whether grammar or style asks for a pronoun here, because the entity is named nearby."""
        binders = [view for view in self._near(entity, token) if commands(self.syntax, view, token)]
        if any(same_clause(self.discourse, view.head, token) for view in binders):
            return Reason.BOUND
        if binders:
            return Reason.PRINCIPLE_C
        if self.mode is Mode.STANDALONE and entity.id in scene.introduced:
            return Reason.NAMED
        if self.repeat:
            return None
        if (entity.id, voice.number) in scene.named:
            return Reason.REPETITIVE
        return Reason.NAMED_LATER if self._comes_later(entity, token, voice) else None

    def _near(self, entity: Entity, token: int) -> list[View]:
        """The entity's other mentions in the sentence, in the same voice."""
        views = self.in_sentence.get((entity.id, self.discourse.sentence_of[token]), [])
        voice = self.voices.of(token)
        return [view for view in views if not view.start <= token < view.end and self.voices.of(view.head) == voice]

    def _comes_later(self, entity: Entity, token: int, voice: Voice) -> bool:
        return any(
            view.start > token and view.is_name and self.voices.of(view.head) == voice
            for view in self._near(entity, token)
        )

    # --- first and second persons

    def _own_voice(
        self, token: int, form: Form, mention: Mention | None, voice: Voice, scene: _Scene
    ) -> _Plan | Reason:
        """The first and second person stand for somebody only in the words of a known speaker."""
        if voice.entity is None:
            return Reason.SPEAKER if voice.quoted else Reason.VOICE
        entity = self._participant(form, mention, voice)
        if entity is None:
            return Reason.SPEAKER
        if mention is None or self._is_fixed(token, form):
            return Reason.CONSTRUCTION
        reason = self._unsure(mention)
        if reason:
            return reason
        if (entity.id, voice.number) in scene.changed_voice:
            return self._continued(token, form, mention, entity, voice, scene)
        if self.mode is Mode.STANDALONE and self._is_known_in_chunk(entity, token, scene):
            return Reason.NAMED
        if form.case is Case.REFLEXIVE:
            return Reason.REFLEXIVE
        reason = self._named(token, entity, voice, scene)
        if reason:
            return reason
        plan = self._substitute(token, form, mention, entity, scene, anywhere=True)
        if isinstance(plan, _Plan):
            scene.changed_voice.add((entity.id, voice.number))
        return plan

    def _participant(self, form: Form, mention: Mention | None, voice: Voice) -> Entity | None:
        """Who *I* or *you* is: by the chain, else, for *I*, the one who speaks; nobody if these disagree."""
        chained = mention.entity if mention is not None and self.anchors.exist(mention.entity) else None
        if form.person == 1 and form.number == "sing":
            assert voice.entity is not None
            speaker = voice.entity if self.anchors.exist(voice.entity) else None
            return speaker if chained is None or chained is voice.entity else None
        return chained

    def _is_known_in_chunk(self, entity: Entity, token: int, scene: _Scene) -> bool:
        if entity.id in scene.introduced:
            return True
        sentence = self.discourse.sentence_of[token]
        return any(not view.is_pronoun for view in self.in_sentence.get((entity.id, sentence), ()))

    def _continued(
        self, token: int, form: Form, mention: Mention, entity: Entity, voice: Voice, scene: _Scene
    ) -> _Plan | Reason:
        """After *I* was replaced by a name, *my* in the same words is *her* where it is bound, else the name again."""
        bound = self._named(token, entity, voice, scene) in (Reason.BOUND, Reason.PRINCIPLE_C)
        if form.case is not Case.REFLEXIVE and not bound:
            plan = self._substitute(token, form, mention, entity, scene, anywhere=True)
            if isinstance(plan, _Plan):
                return plan
        gender, number = self._gender(entity, form)
        new = third_person(form, gender)
        if starts_sentence(self.discourse, token):
            new = new[0].upper() + new[1:]
        wording = Wording(new, number, sibilant_plural=False)
        edits = self._edits(token, form, wording, new, "third person")
        return _Plan(mention, entity, (), edits) if edits else Reason.AGREEMENT

    def _gender(self, entity: Entity, form: Form) -> tuple[str, str]:
        """Gender and number of the pronoun for the entity; *they* where nothing tells the gender."""
        if form.number == "plur":
            return "", "plur"
        pronouns = (FORMS.get(self.discourse.lower[m.start]) for m in entity.mentions if m.end == m.start + 1)
        genders = [form.gender for form in pronouns if form is not None and form.person == 3]
        genders += [view.agreement.gender for view in self.anchors.nominal(entity)]
        found = next((gender for gender in genders if gender in ("fem", "masc")), "")
        return found, "sing" if found else "plur"

    # --- the substitution

    def _is_fixed(self, token: int, form: Form) -> bool:
        """Whether the pronoun is part of something that no name can be part of: *let's*, *he who …*, *Her Majesty*."""
        discourse, table = self.discourse, self.document.tokens.table
        if discourse.deprel[token] in _PRONOUN_ROLES_LEFT:
            return True
        text = self.document.text
        before, after = text[: table.starts[token]][-1:], text[table.ends[token] : table.ends[token] + 1]
        clitic = token + 1 < len(table) and table.starts[token + 1] == table.ends[token]
        if before.isalnum() or before in tuple("-/'’_@"):
            return True
        if (after.isalnum() or after in tuple("-/'’_@")) and not (clitic and self._is_verb_clitic(token + 1)):
            return True
        if any(discourse.deprel[i] not in _HARMLESS and i != token for i in discourse.children[token]):
            return True
        if form.case is Case.DETERMINER:
            head = discourse.head(token)
            coordinated = any(discourse.deprel[i] in ("cc", "conj") for i in discourse.children[token])
            return coordinated or (head is not None and discourse.lower[head] in _HONORIFICS)
        return any(discourse.deprel[i] in ("advcl", "obl") and i > token for i in discourse.children[token]) and (
            not any(discourse.deprel[i] == "cop" for i in discourse.children[token])
        )

    def _is_verb_clitic(self, token: int) -> bool:
        return is_clitic(self.discourse.forms[token]) and self.discourse.upos[token] in ("AUX", "VERB")

    def _substitute(
        self, token: int, form: Form, mention: Mention, entity: Entity, scene: _Scene, *, anywhere: bool = False
    ) -> _Plan | Reason:
        """The plan, if there is an anchor and the sentence can be made to agree; `anywhere`: the anchor may follow."""
        voice = self.voices.of(token).number
        named = {name for name, number in scene.named if number == voice}
        anchor = self.anchors.choose(entity, token, form, named, anywhere=anywhere)
        if anchor is None:
            return Reason.UNUSABLE
        if anchor.wording.is_list and self._is_partitive(token):
            return Reason.CONSTRUCTION
        edits = self._edits(token, form, anchor.wording, self._worded(token, form, anchor), "anchor")
        if not edits:
            return Reason.AGREEMENT
        self._name(entity, token, scene)
        return _Plan(mention, entity, anchor.mentions, edits)

    def _is_partitive(self, token: int) -> bool:
        """*Neither of them* has no room for *Anna and Ben*."""
        head = self.discourse.head(token)
        return head is not None and self.discourse.upos[head] in ("PRON", "DET", "NUM")

    def _worded(self, token: int, form: Form, anchor: Anchor) -> str:
        wording = anchor.wording
        text = wording.text if form.case is Case.PLAIN else wording.possessive(self.anchors.apostrophe)
        if self._is_capital(token):
            text = text[:1].upper() + text[1:]
        end = self.document.tokens.table.ends[token]
        full_stop_follows = self.document.text[end : end + 1] == "."
        return text.removesuffix(".") if full_stop_follows else text

    def _is_capital(self, token: int) -> bool:
        form = self.discourse.forms[token]
        return starts_sentence(self.discourse, token) if form == "I" else form[:1].isupper()

    def _edits(self, token: int, form: Form, wording: Wording, new: str, why: str) -> list[Edit]:
        """The pronoun's edit and those of the verbs that agree with it; none if they cannot be made to."""
        table = self.document.tokens.table
        edits = [Edit(table.starts[token], table.ends[token], new, why)]
        agreeing = self._agreeing(token, form, wording)
        if agreeing is None:
            return []
        number, verbs = agreeing
        clitic = token + 1
        if clitic < len(table) and table.starts[clitic] == table.ends[token] and self._is_verb_clitic(clitic):
            full = written_out(self.discourse, clitic, number if clitic in verbs else "")
            edits.append(Edit(table.starts[clitic], table.ends[clitic], " " + full, "contraction"))
            verbs = [verb for verb in verbs if verb != clitic]
        for verb in verbs:
            edits += self._verb_edit(verb, number)
        return edits

    def _verb_edit(self, verb: int, number: str) -> Iterator[Edit]:
        table, form = self.document.tokens.table, self.discourse.forms[verb]
        new = agreed(self.discourse, verb, number)
        if is_clitic(form) and table.starts[verb] == table.ends[verb - 1]:
            if new != written_out(self.discourse, verb, ""):
                yield Edit(table.starts[verb], table.ends[verb], " " + new, "agreement")
        elif new != self.discourse.lower[verb]:
            new = new[0].upper() + new[1:] if form[0].isupper() else new
            yield Edit(table.starts[verb], table.ends[verb], new, "agreement")

    def _agreeing(self, token: int, form: Form, wording: Wording) -> tuple[str, list[int]] | None:
        """The number that verbs must take, and which verbs; None where the predicate would not fit."""
        subject = form.case is Case.PLAIN and is_subject(self.discourse.deprel[token])
        if not subject:
            return "", []
        if any(self.discourse.deprel[i] == "conj" for i in self.discourse.children[token]):
            return "", []
        number = wording.number or form.number or "sing"
        if form.person == 3 and number == form.number:
            return number, []
        if number == "sing" and form.number == "plur" and not self._fits_singular(token):
            return None
        if number == "plur" and (form.gender in ("masc", "fem") or wording.is_list):
            return None
        return number, list(finite_verbs(self.discourse, token))

    def _fits_singular(self, token: int) -> bool:
        """*They were nurses*, *they each went* are about several, whatever the anchor looks like."""
        predicate = self.discourse.head(token)
        if predicate is None:
            return True
        children = self.discourse.children[predicate]
        if any(self.discourse.lower[i] in ("each", "both", "all", "together") and i > token for i in children):
            return False
        nominal = self.discourse.upos[predicate] == "NOUN" and any(self.discourse.deprel[i] == "cop" for i in children)
        return not (nominal and "Number=Plur" in self.discourse.feats[predicate])

    # --- the result

    def _finished(self) -> Rewritten:
        edits = sorted((edit for plan in self.plans for edit in plan.edits), key=lambda edit: edit.start)
        text, places = apply(self.document.text, edits)
        targets = {piece.source: piece.target for piece in places.pieces if piece.edit is not None}
        moved = _Moved([(p.source, p.target) for p in places.pieces])
        substitutions = tuple(self._substitution(plan, targets) for plan in self.plans)
        left = tuple(self._left(kept, moved) for kept in self.kept)
        chunks = tuple(self._chunk(sentences, text, moved) for sentences in self.chunks)
        return Rewritten(
            self.document, self.mode, self.chunked, self.min_confidence, text, places, substitutions, left, chunks
        )

    def _substitution(self, plan: _Plan, targets: dict[Span, Span]) -> Substitution:
        text = self.document.text
        changes = tuple(
            Change((e.start, e.end), targets[e.start, e.end], text[e.start : e.end], e.new, e.why) for e in plan.edits
        )
        decision = self.decisions.get(id(plan.mention))
        return Substitution(plan.mention, plan.entity, plan.anchors, decision, self._confidence(plan.mention), changes)

    def _left(self, kept: _Kept, moved: _Moved) -> Left:
        table = self.document.tokens.table
        source = table.starts[kept.token], table.ends[kept.token]
        decision: Decision | None = None
        sure = None
        if kept.mention is not None:
            decision, sure = self.decisions.get(id(kept.mention)), self._confidence(kept.mention)
        entity = kept.mention.entity if kept.mention else None
        target = moved.start(source[0]), moved.end(source[1])
        return Left(source, target, self.discourse.forms[kept.token], kept.reason, entity, decision, sure)

    def _chunk(self, sentences: range, text: str, moved: _Moved) -> Chunk:
        table = self.document.sentences.table
        starts, ends = self.document.tokens.table.starts, self.document.tokens.table.ends
        source = starts[table.starts[sentences[0]]], ends[table.ends[sentences[-1]] - 1]
        target = moved.start(source[0]), moved.end(source[1])
        return Chunk(text[slice(*target)], source, target)


class _Moved:
    """Where the input's offsets are in the output; starts and ends of tokens only."""

    def __init__(self, pieces: list[tuple[Span, Span]]) -> None:
        self._pieces = pieces
        self._starts = [source[0] for source, _ in pieces]

    def start(self, offset: int) -> int:
        source, target = self._at(offset)
        return target[0] + min(offset - source[0], target[1] - target[0])

    def end(self, offset: int) -> int:
        if offset == 0:
            return 0
        source, target = self._at(offset - 1)
        return target[1] - min(source[1] - offset, target[1] - target[0])

    def _at(self, offset: int) -> tuple[Span, Span]:
        return self._pieces[max(0, bisect_right(self._starts, offset) - 1)]
