"""`rewrite`: a resolved, parsed document to a text whose pronouns are replaced by their anchors.

Pronouns are taken in order, chunk by chunk and sentence by sentence, so that each knows what its sentence and its
chunk name by then. Each is either substituted, with all the changes that its sentence needs to stay grammatical, or
left with a reason: nothing is substituted by halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from corefer.document import CoreferError, Document, Entity, Mention
from corefer.resolve import Discourse, View
from corefer.rewrite.anchors import Anchors
from corefer.rewrite.binding import commands, same_clause
from corefer.rewrite.changes import edits_for, put
from corefer.rewrite.chunks import chunk_sentences
from corefer.rewrite.confidence import confidence
from corefer.rewrite.constructions import is_fixed, is_partitive, is_tagged_pronoun, other_pronoun
from corefer.rewrite.edits import Edit
from corefer.rewrite.forms import FORMS, Case, Form, form_of, third_person
from corefer.rewrite.output import Kept, Output, Plan
from corefer.rewrite.phrases import Wording, starts_sentence
from corefer.rewrite.result import Mode, Reason, Rewritten
from corefer.rewrite.speakers import Voice, Voices
from corefer.syntax import Syntax
from corefer.syntax.pleonastic import pleonastic

LEAST_CONFIDENCE = 0.5


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
class _Scene:
    """What has been named so far: in this sentence (by voice), and in this chunk."""

    named: set[tuple[str, int]] = field(default_factory=set)  # entity and voice
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
        self.plans: list[Plan] = []
        self.edited: set[int] = set()  # where edits begin: no verb is changed twice
        self.kept: list[Kept] = []

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
        scene.named.add((entity.id, self.voices.of(token).number))
        scene.introduced.add(entity.id)

    def _token(self, token: int, scene: _Scene) -> None:
        table = self.document.tokens.table
        if table.starts[token] == table.ends[token]:
            return
        found = self.at.get(token)
        mention = found.mention if found else None
        reason = other_pronoun(self.discourse, token)
        form = form_of(self.discourse.forms[token], self.discourse.feats[token], self.discourse.deprel[token])
        if reason is None:
            if form is None or not is_tagged_pronoun(self.discourse, token):
                return
            outcome = self._personal(token, form, mention, scene)
            if isinstance(outcome, Plan):
                self.plans.append(outcome)
                return
            reason = outcome
        self.kept.append(Kept(token, reason, mention))

    # --- one personal or possessive pronoun

    def _personal(self, token: int, form: Form, mention: Mention | None, scene: _Scene) -> Plan | Reason:
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
        return Reason.CONSTRUCTION if is_fixed(self.discourse, token, form) else None

    def _unsure(self, mention: Mention, anchors: Sequence[Mention] = ()) -> Reason | None:
        sure = confidence(self.document, mention, self.decisions, anchors)
        return Reason.AMBIGUOUS if sure is not None and sure < self.min_confidence else None

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

    def _own_voice(self, token: int, form: Form, mention: Mention | None, voice: Voice, scene: _Scene) -> Plan | Reason:
        """The first and second person stand for somebody only in the words of a known speaker."""
        if voice.entity is None:
            return Reason.SPEAKER if voice.quoted else Reason.VOICE
        entity = self._participant(form, mention, voice)
        if entity is None:
            return Reason.SPEAKER
        if mention is None or is_fixed(self.discourse, token, form):
            return Reason.CONSTRUCTION
        if (entity.id, voice.number) in scene.changed_voice:
            return self._continued(token, form, mention, entity, voice, scene)
        reason = self._unsure(mention)
        if reason:
            return reason
        if self.mode is Mode.STANDALONE and self._is_known_in_chunk(entity, token, scene):
            return Reason.NAMED
        if form.case is Case.REFLEXIVE:
            return Reason.REFLEXIVE
        reason = self._named(token, entity, voice, scene)
        if reason:
            return reason
        plan = self._substitute(token, form, mention, entity, scene, anywhere=True)
        if isinstance(plan, Plan):
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
    ) -> Plan | Reason:
        """After *I* was replaced by a name, *my* in the same words is *her* where it is bound, else the name again."""
        bound = self._named(token, entity, voice, scene) in (Reason.BOUND, Reason.PRINCIPLE_C)
        if form.case is not Case.REFLEXIVE and not bound:
            plan = self._substitute(token, form, mention, entity, scene, anywhere=True)
            if isinstance(plan, Plan):
                return plan
        gender, number = self._gender(entity, form)
        new = third_person(form, gender)
        if starts_sentence(self.discourse, token):
            new = new[0].upper() + new[1:]
        wording = Wording(new, number, sibilant_plural=False)
        edits = self._edits(token, form, wording, new, "third person")
        return Plan(mention, entity, (), edits) if edits else Reason.AGREEMENT

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

    def _substitute(
        self, token: int, form: Form, mention: Mention, entity: Entity, scene: _Scene, *, anywhere: bool = False
    ) -> Plan | Reason:
        """The plan, if there is an anchor and the sentence can be made to agree; `anywhere`: the anchor may follow."""
        voice = self.voices.of(token).number
        named = {name for name, number in scene.named if number == voice}
        anchor = self.anchors.choose(entity, token, form, named, anywhere=anywhere)
        if anchor is None:
            return Reason.UNUSABLE
        if self._unsure(mention, anchor.mentions):
            return Reason.AMBIGUOUS
        if anchor.wording.is_list and is_partitive(self.discourse, token):
            return Reason.CONSTRUCTION
        new = put(self.discourse, token, form, anchor.wording, self.anchors.apostrophe)
        edits = self._edits(token, form, anchor.wording, new, "anchor")
        if not edits:
            return Reason.AGREEMENT
        self._name(entity, token, scene)
        return Plan(mention, entity, anchor.mentions, edits)

    def _edits(self, token: int, form: Form, wording: Wording, new: str, why: str) -> list[Edit]:
        """The edits; none if the sentence cannot be made to agree, or a verb was changed for another subject."""
        edits = edits_for(self.discourse, token, form, wording, new, why)
        starts = {edit.start for edit in edits}
        if starts & self.edited:
            return []
        self.edited |= starts
        return edits

    # --- the result

    def _finished(self) -> Rewritten:
        output = Output(self.document, self.decisions, self.plans)
        return Rewritten(
            self.document,
            self.mode,
            self.chunked,
            self.min_confidence,
            output.text,
            output.map,
            output.substitutions(),
            tuple(map(output.left, self.kept)),
            tuple(map(output.chunk, self.chunks)),
        )
