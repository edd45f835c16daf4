"""Rich features of a slot: what stands around it, where it stands, what competes, and what was chosen before it.

`surroundings` sees the text and the slots that a system is given, never a selected expression; `history` sees the
types that the system itself has chosen for the slots before. Values are words (categories) or numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from corefer.grec.context import NONE, Context, context
from corefer.grec.task import TYPES, Slot, Task, attributes, reg08_type
from corefer.grec.titles import decoded, overlap

Value = str | float
Row = dict[str, Value]
FAR = 99.0
_NOTHING = "-"
HISTORY = frozenset(
    {
        *(f"type-{step}" for step in (1, 2, 3)),
        *(f"{kind}s" for kind in TYPES),
        *(f"{since}_{kind}" for since in ("since", "words_since", "sentences_since") for kind in ("name", "common")),
        *("types", "sentence_types", "named_in_sentence", "named_in_paragraph", "previous", "last_overt"),
        *("unused_names", "unused_commons", "unused_per_slot"),
    }
)
"""The features that come from earlier choices."""
_COORDINATORS = frozenset(("and", "or", "but", "nor", "yet", "&"))
_known: WeakKeyDictionary[Task, list[Row]] = WeakKeyDictionary()


def surroundings(task: Task) -> list[Row]:
    """The features of each slot that do not depend on any choice; computed once for a task."""
    found = _known.get(task)
    if found is None:
        about = context(task)
        found = _known[task] = [_surroundings(task, about, i) for i in range(len(task.slots))]
    return found


def _surroundings(task: Task, about: Context, i: int) -> Row:
    slot, place = task.slots[i], about.slots[i]
    row: Row = {"semcat": slot.semcat, "syncat": slot.syncat, "domain": f"{slot.semcat} {slot.syncat}"}
    row |= _position(task, about, i)
    row |= _words(about, place)
    row |= _grammar(about, place)
    row |= _neighbours(task, about, i)
    row |= _competition(about, slot, place, _before(about, i))
    row |= _offer(task, slot)
    return row


def _before(about: Context, i: int) -> int:
    """The token of the slot before, -1 where there is none."""
    return about.slots[i - 1] if i else NONE


def _position(task: Task, about: Context, i: int) -> Row:
    slot, place = task.slots[i], about.slots[i]
    sentence = about.sentences[place]
    first = about.sentences.index(sentence)
    size = about.sentences.count(sentence)
    same = [about.sentences[p] == sentence for p in about.slots]
    return {
        "number": i,
        "left": len(task.slots) - i - 1,
        "slots": len(task.slots),
        "relative": i / len(task.slots),
        "paragraph": slot.paragraph,
        "first_of_paragraph": float(i == 0 or task.slots[i - 1].paragraph != slot.paragraph),
        "sentence": sentence,
        "in_sentence": place - first,
        "to_sentence_end": first + size - place - 1,
        "opens_sentence": float(place == first),
        "opens_paragraph": float(place == 0 or about.paragraphs[place - 1] != about.paragraphs[place]),
        "slots_before_in_sentence": sum(same[:i]),
        "slots_after_in_sentence": sum(same[i + 1 :]),
        "tokens": len(about.forms),
    }


def _words(about: Context, place: int) -> Row:
    row: Row = {}
    for offset in (-3, -2, -1, 1, 2, 3):
        row[f"word{offset:+}"] = _form(about, place + offset)
        row[f"tag{offset:+}"] = _at(about.xpos, place + offset)
    row["before"] = f"{row['word-2']} {row['word-1']}"
    row["around"] = f"{row['word-1']} _ {row['word+1']}"
    row["after"] = f"{row['word+1']} {row['word+2']}"
    row["tags_around"] = f"{row['tag-1']} _ {row['tag+1']}"
    row["coordinated"] = float(row["word-1"] in _COORDINATORS)
    row["comma_before"] = float(row["word-1"] == ",")
    row["comma_and"] = float(row["word-1"] in _COORDINATORS and row["word-2"] == ",")
    return row


def _grammar(about: Context, place: int) -> Row:
    head = about.heads[place]
    row: Row = {"relation": about.relations[place], "head": _NOTHING, "head_tag": _NOTHING, "head_relation": _NOTHING}
    row["verb"] = _next_verb(about, place)
    row["head_distance"] = 0.0
    if head != NONE:
        row |= {
            "head": about.lemmas[head].lower(),
            "head_tag": about.xpos[head],
            "head_relation": about.relations[head],
        }
        row["head_distance"] = head - place
        above = about.heads[head]
        row["above"] = about.lemmas[above].lower() if above != NONE else _NOTHING
        row["passive"] = float(about.relations[place].endswith(":pass"))
    row["clause_start"] = _clause_word(about, place)
    return row


def _next_verb(about: Context, place: int) -> str:
    """The tag of the next verb or auxiliary in the sentence."""
    sentence = about.sentences[place]
    for i in range(place + 1, min(place + 8, len(about.forms))):
        if about.sentences[i] != sentence:
            break
        if about.xpos[i].startswith(("VB", "MD")):
            return about.xpos[i]
    return _NOTHING


def _clause_word(about: Context, place: int) -> str:
    """The nearest subordinator, relative or coordinator before the slot in its sentence."""
    for i in range(place - 1, max(place - 12, -1), -1):
        if about.sentences[i] != about.sentences[place]:
            break
        if about.upos[i] in ("SCONJ", "CCONJ") or about.xpos[i].startswith("W"):
            return about.forms[i].lower()
    return _NOTHING


def _neighbours(task: Task, about: Context, i: int) -> Row:
    """The slots before and after: their syntactic categories are given, and where they stand."""
    row: Row = {}
    place = about.slots[i]
    for step in (1, 2, 3):
        row[f"syncat-{step}"] = task.slots[i - step].syncat if i >= step else _NOTHING
        row[f"syncat+{step}"] = task.slots[i + step].syncat if i + step < len(task.slots) else _NOTHING
    for name, other in (("previous", i - 1), ("next", i + 1)):
        if 0 <= other < len(task.slots):
            there = about.slots[other]
            row[f"{name}_words"] = abs(place - there)
            row[f"{name}_sentences"] = abs(about.sentences[place] - about.sentences[there])
            row[f"{name}_same_paragraph"] = float(task.slots[i].paragraph == task.slots[other].paragraph)
            row[f"{name}_opens_sentence"] = float(there == 0 or about.sentences[there - 1] != about.sentences[there])
            row[f"{name}_word_before"] = _form(about, there - 1)
            row[f"{name}_same_head"] = float(about.heads[place] != NONE and about.heads[place] == about.heads[there])
        else:
            row[f"{name}_words"] = row[f"{name}_sentences"] = FAR
    if i + 1 < len(task.slots):
        row["next_kind"] = f"{row['syncat+1']} {row['next_sentences']} {row['next_word_before']}"
    if i:
        row["previous_kind"] = (
            f"{row['syncat-1']} {min(float(row['previous_sentences']), 2)} {row['previous_opens_sentence']}"
        )
        row["verbs_between"] = sum(tag.startswith(("VB", "MD")) for tag in about.xpos[about.slots[i - 1] : place])
        row["commas_between"] = about.forms[about.slots[i - 1] : place].count(",")
    return row


def _competition(about: Context, slot: Slot, place: int, before: int) -> Row:
    """Who else was mentioned since the slot before, and between the start of the sentence and the slot."""
    placeholders = set(about.slots)
    first = about.sentences.index(about.sentences[place])
    between = [m for m in about.mentions if before < m[2] < place and m[2] not in placeholders]
    here = [m for m in between if m[2] >= first]
    kind = "person" if slot.semcat == "person" else "place"
    proper = [about.upos[m[2]] == "PROPN" for m in between]
    return {
        "rivals": len(between),
        "rivals_in_sentence": len(here),
        "rivals_of_kind": sum(m[3] == kind for m in between),
        "rivals_of_kind_in_sentence": sum(m[3] == kind for m in here),
        "rival_names": sum(proper),
        "rival_subjects": sum(about.relations[m[2]].startswith("nsubj") for m in between),
        "rival_pronouns": sum(about.upos[m[2]] == "PRON" for m in between),
        "last_name_is_ours": float(not any(proper)),
        "last_rival": between[-1][3] if between else _NOTHING,
        "last_rival_relation": about.relations[between[-1][2]] if between else _NOTHING,
        "last_rival_words": place - between[-1][2] if between else FAR,
    }


def _offer(task: Task, slot: Slot) -> Row:
    """What the list offers: its kinds, and how much of it goes beyond what every list has."""
    title = decoded(task.title)
    plain = [e for e in slot.alternatives if attributes(e).get("emphatic") != "yes"]
    row: Row = {f"offered_{kind}": sum(reg08_type(e) == kind for e in plain) for kind in TYPES}
    names = [e.text for e in plain if reg08_type(e) == "name"]
    row["offered"] = len(slot.alternatives)
    row["title_words"] = len(title.split())
    row["title_offered"] = float(any(name.casefold() == title.casefold() for name in names))
    row["longest_name"] = max((len(name.split()) for name in names), default=0)
    row["shortest_name"] = min((len(name.split()) for name in names), default=0)
    row["least_overlap"] = min((overlap(name, title) for name in names), default=0.0)
    return row


def _form(about: Context, index: int) -> str:
    return about.forms[index].lower() if 0 <= index < len(about.forms) else _NOTHING


def _at(column: Sequence[str], index: int) -> str:
    return column[index] if 0 <= index < len(column) else _NOTHING


# --- what was chosen before


def history(task: Task, i: int, types: Sequence[str]) -> Row:
    """The features of slot `i` that come from the types chosen for the slots before it."""
    about = context(task)
    place, sentence = about.slots[i], about.sentences[about.slots[i]]
    row: Row = {f"type-{step}": types[i - step] if i >= step else _NOTHING for step in (1, 2, 3)}
    row["types"] = f"{row['type-2']} {row['type-1']}"
    in_sentence = [kind for kind, p in zip(types[:i], about.slots, strict=False) if about.sentences[p] == sentence]
    in_paragraph = [
        kind for kind, s in zip(types[:i], task.slots, strict=False) if s.paragraph == task.slots[i].paragraph
    ]
    row["sentence_types"] = " ".join(in_sentence[-2:]) or _NOTHING
    row["named_in_sentence"] = float("name" in in_sentence)
    row["named_in_paragraph"] = float("name" in in_paragraph)
    for kind in TYPES:
        row[f"{kind}s"] = list(types[:i]).count(kind)
    for kind in ("name", "common"):
        last = next((j for j in range(i - 1, -1, -1) if types[j] == kind), None)
        row[f"since_{kind}"] = FAR if last is None else i - last
        row[f"words_since_{kind}"] = 999.0 if last is None else place - about.slots[last]
        row[f"sentences_since_{kind}"] = FAR if last is None else sentence - about.sentences[about.slots[last]]
    if i:
        row["previous"] = (
            f"{types[i - 1]} {task.slots[i - 1].syncat} {min(sentence - about.sentences[about.slots[i - 1]], 2)}"
        )
    overt = [(kind, s.syncat) for kind, s in zip(types[:i], task.slots, strict=False) if kind != "empty"]
    row["last_overt"] = " ".join(overt[-1]) if overt else _NOTHING
    return row
