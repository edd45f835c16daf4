"""The plan: a study's coverage, exclusions and windows, as a small TOML file (Byron 2001, section 2.1).

`default.toml` beside this module is the plan where none is given, and says in its comments what each key means.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NoReturn

from corefer.disclose.categories.names import LABELS, PLEONASTIC
from corefer.disclose.pronouns import Kind, Pronoun
from corefer.document import CoreferError

OUT_OF_SCOPE, TOTAL = "Out of Scope", "Total"
_NUMBERS = {"sing": False, "plur": True}


@dataclass(frozen=True, slots=True)
class Column:
    """A lexical type: the tokens that fit every property given."""

    label: str
    forms: frozenset[str] = frozenset()
    lemmas: frozenset[str] = frozenset()
    kind: str = ""
    person: int = 0
    plural: bool | None = None
    feats: tuple[str, ...] = ()

    @property
    def is_lexical(self) -> bool:
        """Whether words are listed, so that every token of them counts, pronoun or not."""
        return bool(self.forms or self.lemmas)

    def fits(self, form: str, lemma: str, feats: str, pronoun: Pronoun | None) -> bool:
        """Whether a token belongs here; `form` in lower case."""
        if self.is_lexical and form not in self.forms and lemma not in self.lemmas:
            return False
        if not (self.kind or self.person or self.plural is not None or self.feats):
            return True
        if pronoun is None:
            return False
        return (
            self.kind in ("", pronoun.kind)
            and self.person in (0, pronoun.person)
            and self.plural in (None, pronoun.plural)
            and (not self.feats or set(self.feats) <= set(feats.split("|")))
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """What a disclosure covers, leaves out and counts."""

    columns: tuple[Column, ...]
    nonreferential: tuple[str, ...]
    referential: tuple[str, ...]
    kinds: frozenset[str] = frozenset()
    corpus: str = ""
    genre: str = ""
    pleonastic: str = "separate"
    long_distance: int = 3
    cataphora: int = 0
    count: str = "referents"
    match: str = "head"
    errors: tuple[str, ...] = ("cataphora", "long_distance")
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def excluded(self) -> tuple[str, ...]:
        """Every category that excludes, in the order in which they are tried."""
        return (*self.nonreferential, *self.referential)

    @property
    def column_labels(self) -> list[str]:
        return [*(column.label for column in self.columns), OUT_OF_SCOPE]

    def label(self, category: str) -> str:
        return self.labels.get(category, LABELS.get(category, category))

    def row(self, category: str) -> str:
        """The row that a category is counted in."""
        return "pleonastic" if self.pleonastic == "together" and category in PLEONASTIC else category

    def rows(self, categories: tuple[str, ...]) -> list[str]:
        """The rows of these categories, each once."""
        return list(dict.fromkeys(map(self.row, categories)))

    def with_match(self, match: str) -> Plan:
        return replace(self, match=match)


_SHIPPED = "<default.toml>"  # no user's file


@cache
def default_plan() -> Plan:
    """The plan that ships."""
    return parse(default_text(), _SHIPPED)


def default_text() -> str:
    """The shipped plan as a commented file."""
    return (resources.files("corefer.disclose") / "default.toml").read_text(encoding="utf-8")


def read_plan(path: str | Path) -> Plan:
    """Read a plan; what it leaves out is as in the default, but columns are its own if it has any."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CoreferError(f"{path}: not a text file ({error.reason}; a plan is TOML in UTF-8)") from None
    return parse(text, str(path))


def parse(text: str, source: str) -> Plan:
    """The plan that a TOML text describes; `source` is what messages call it."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CoreferError(
            f"{source}: not TOML: {error} (see `corefer disclose --init` for a plan to start from)"
        ) from None
    if source != _SHIPPED:
        shipped = tomllib.loads(default_text())
        del shipped["results"]["errors"]  # which hold as far as the plan does not exclude them
        content = shipped | content
    return _Reader(source, content).plan()


class _Reader:
    """Checks a plan's content key by key, so that a message can name the key and the remedy."""

    def __init__(self, source: str, content: dict[str, Any]) -> None:
        self.source = source
        self.content = content

    def fail(self, key: str, problem: str, remedy: str) -> NoReturn:
        raise CoreferError(f"{self.source}: {key}: {problem} ({remedy})")

    def plan(self) -> Plan:
        self._known("", self.content, {"corpus", "columns", "universe", "exclusions", "windows", "results", "labels"})
        corpus = self._table("corpus", {"name", "genre"})
        universe = self._table("universe", {"kinds"})
        exclusions = self._table("exclusions", {"nonreferential", "referential", "pleonastic"})
        windows = self._table("windows", {"long_distance", "cataphora"})
        results = self._table("results", {"count", "match", "errors"})
        default = None if self.source == _SHIPPED else default_plan()
        nonreferential = self._categories(
            "exclusions.nonreferential", exclusions, default.nonreferential if default else ()
        )
        referential = self._categories("exclusions.referential", exclusions, default.referential if default else ())
        both = [name for name in nonreferential if name in referential]
        if both:
            self.fail("exclusions", f"`{both[0]}` is in both lists", "leave it in one")
        out = (*nonreferential, *referential)
        shown = tuple(name for name in default.errors if name not in out) if default else ()
        errors = self._categories("results.errors", results, shown)
        if excluded := [name for name in errors if name in out]:
            remedy = "take it from the errors, or from the exclusions"
            self.fail("results.errors", f"`{excluded[0]}` is excluded, so there are no errors of it", remedy)
        return Plan(
            columns=self._columns(),
            nonreferential=nonreferential,
            referential=referential,
            kinds=frozenset(
                self._choices("universe.kinds", universe.get("kinds", list(Kind)[:4]), set(map(str, Kind)))
            ),
            corpus=self._text("corpus.name", corpus.get("name", "")),
            genre=self._text("corpus.genre", corpus.get("genre", "")),
            pleonastic=self._choice(
                "exclusions.pleonastic", exclusions.get("pleonastic", "separate"), ("separate", "together")
            ),
            long_distance=self._sentences("windows.long_distance", windows.get("long_distance", 3)),
            cataphora=self._sentences("windows.cataphora", windows.get("cataphora", 0)),
            count=self._choice("results.count", results.get("count", "referents"), ("referents", "antecedents")),
            match=self._choice("results.match", results.get("match", "head"), ("head", "exact")),
            errors=errors,
            labels=self._labels(),
        )

    def _known(self, key: str, found: Mapping[str, Any], known: set[str]) -> None:
        for name in found:
            if name not in known:
                place = f"{key}.{name}" if key else str(name)
                self.fail(place, "there is no such key", f"known here: {', '.join(sorted(known))}")

    def _table(self, name: str, known: set[str] | None = None) -> dict[str, Any]:
        table = self.content.get(name, {})
        if not isinstance(table, dict):
            self.fail(name, "should be a table", f"write [{name}]")
        if known is not None:
            self._known(name, table, known)
        return table

    def _text(self, key: str, value: Any) -> str:
        if not isinstance(value, str):
            self.fail(key, f"`{value}` is no text", "put it in quotes")
        return value

    def _sentences(self, key: str, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fail(key, f"`{value}` is no number of sentences", "give 0 or more")
        return value

    def _choice(self, key: str, value: Any, known: tuple[str, ...]) -> str:
        if value not in known:
            self.fail(key, f"`{value}` is not known", f"choose from {', '.join(known)}")
        return str(value)

    def _choices(self, key: str, values: Any, known: set[str]) -> list[str]:
        if not isinstance(values, list):
            self.fail(key, "should be a list", 'write ["…", "…"]')
        for value in values:
            if value not in known:
                self.fail(key, f"there is no `{value}`", f"choose from {', '.join(sorted(known))}")
        return [str(value) for value in values]

    def _categories(self, key: str, table: Mapping[str, Any], otherwise: tuple[str, ...]) -> tuple[str, ...]:
        name = key.rpartition(".")[2]
        values = self._choices(key, table.get(name, list(otherwise)), set(LABELS))
        repeated = [value for value in values if values.count(value) > 1]
        if repeated:
            self.fail(key, f"`{repeated[0]}` stands there twice", "leave one")
        return tuple(values)

    def _labels(self) -> dict[str, str]:
        labels = self._table("labels", set(LABELS))
        return {name: self._text(f"labels.{name}", label) for name, label in labels.items()}

    def _columns(self) -> tuple[Column, ...]:
        columns = [self._column(str(label), value) for label, value in self._table("columns").items()]
        if not columns:
            self.fail("columns", "there are none", 'give at least one, as `It = ["it"]`')
        plain = [c for c in columns if c.is_lexical and not (c.kind or c.person or c.feats or c.plural is not None)]
        for name in ("forms", "lemmas"):
            owner: dict[str, str] = {}
            for column in plain:
                for word in sorted(getattr(column, name)):
                    if word in owner:
                        self.fail("columns", f"`{word}` is in two, {owner[word]} and {column.label}", "leave it in one")
                    owner[word] = column.label
        return tuple(columns)

    def _column(self, label: str, value: Any) -> Column:
        key = f"columns.{label}"
        if label in (OUT_OF_SCOPE, TOTAL):
            self.fail(key, "this column is always there", "choose another name")
        table = {"forms": value} if isinstance(value, list) else value
        if not isinstance(table, dict) or not table:
            self.fail(key, "should be a list of forms", 'write ["it"], or { lemmas = ["er"] }')
        self._known(key, table, {"forms", "lemmas", "kind", "person", "number", "feats"})
        words = {name: self._words(f"{key}.{name}", table[name]) for name in ("forms", "lemmas") if name in table}
        kind, person, number = table.get("kind", ""), table.get("person", 0), table.get("number")
        if kind:
            self._choice(f"{key}.kind", kind, tuple(map(str, Kind)))
        if person not in (0, 1, 2, 3) or isinstance(person, bool):
            self.fail(f"{key}.person", f"`{person}` is no person", "give 1, 2 or 3")
        if number is not None:
            self._choice(f"{key}.number", number, tuple(_NUMBERS))
        feats = self._text(f"{key}.feats", table.get("feats", ""))
        return Column(
            label,
            forms=frozenset(word.lower().replace("’", "'") for word in words.get("forms", ())),
            lemmas=frozenset(words.get("lemmas", ())),
            kind=kind,
            person=person,
            plural=None if number is None else _NUMBERS[number],
            feats=tuple(feats.split("|")) if feats else (),
        )

    def _words(self, key: str, values: Any) -> list[str]:
        if not isinstance(values, list) or not values or not all(isinstance(value, str) and value for value in values):
            self.fail(key, "should be a list of words", 'write ["it"]')
        return values
