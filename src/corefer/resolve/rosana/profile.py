"""Weight profiles: how much each salience factor counts for each type of anaphor (Stuckardt 2001, Table 1).

A profile is a small TOML file, so that a genre can have its own (section 6.4). `[weights]` holds for all types that
`[uses]` gives a factor to; a table of a type's name (`[POS3]`) says otherwise for that type.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import resources
from pathlib import Path
from typing import Any

from corefer.document import CoreferError
from corefer.document.anaphors import AnaphorType

DEFAULT = "default"


class Factor(StrEnum):
    """The salience factors: the paper's ten (Table 1), and those added here, which its profile leaves at 0."""

    SYR = "SYR"  # γ has α's syntactic function
    EEP = "EEP"  # γ is in existential-emphasis position
    SUP = "SUP"  # γ is a subject
    PGP = "PGP"  # γ is a possessive pronoun or a genitive
    DOP = "DOP"  # γ is a direct object
    IOP = "IOP"  # γ is an indirect object
    APP = "APP"  # γ is an adverbial prepositional phrase
    KAM = "KAM"  # γ follows α
    SDM = "SDM"  # per sentence between γ and α
    WDM = "WDM"  # per twenty words between γ and α
    GEN = "GEN"  # γ shows the gender of α; against γ where it shows another
    ANI = "ANI"  # γ shows the animacy of α; against γ where it shows another
    PRO = "PRO"  # γ is a pronoun
    SAM = "SAM"  # γ is a form of the same pronoun
    NAM = "NAM"  # γ is a name
    DEF = "DEF"  # γ is a definite noun phrase
    EMB = "EMB"  # γ stands inside another noun phrase
    QUO = "QUO"  # γ stands inside a quotation, α outside, or the other way round
    TOP = "TOP"  # γ opens its sentence
    IND = "IND"  # γ is an indefinite or bare noun phrase
    EVT = "EVT"  # γ is a clause or a verb phrase
    LEN = "LEN"  # γ is long, once more for each doubling of its words
    PAR = "PAR"  # a paragraph begins between γ and α
    SPK = "SPK"  # somebody else speaks at γ than at α
    NUM = "NUM"  # γ shows the number of α; against γ where it shows another
    CHN = "CHN"  # γ's entity was mentioned before, once more for each doubling


FACTORS = tuple(Factor)
Weights = Mapping[Factor, float]


@dataclass(frozen=True, slots=True)
class Profile:
    """The weights by type of anaphor, the fragment threshold, and what heuristic admittance costs (step 2a).

    `scale` is how many points make a candidate e times likelier: what confidences are computed with. A choice
    less sure than `least` is left open (footnote 36); the paper decides always.
    """

    name: str
    weights: Mapping[AnaphorType, Weights]
    threshold: float = 0.0
    heuristic: float = 0.0
    scale: float = 30.0
    least: float = 0.0
    description: str = ""

    @property
    def factors(self) -> tuple[Factor, ...]:
        """All factors there are, those without a weight too."""
        return FACTORS

    def of(self, kind: AnaphorType) -> Weights:
        return self.weights.get(kind, {})

    def without(self, factors: Iterable[Factor]) -> Profile:
        """The profile with these factors switched off: the experiments of Table 3."""
        off = frozenset(factors)
        kept = {k: {f: w for f, w in row.items() if f not in off} for k, row in self.weights.items()}
        return replace(self, weights=kept)

    def with_weights(self, weights: Mapping[AnaphorType, Weights]) -> Profile:
        """The profile with other weights for these types."""
        return replace(self, weights={**self.weights, **weights})

    def named(self, name: str, description: str) -> Profile:
        return replace(self, name=name, description=description)

    def to_toml(self) -> str:
        """The profile as a file, one table a type."""
        lines = [f"name = {_quoted(self.name)}", f"description = {_quoted(self.description)}"]
        lines += [f"threshold = {self.threshold:g}", f"heuristic = {self.heuristic:g}", f"scale = {self.scale:g}"]
        lines += [f"least = {self.least:g}"]
        for kind, row in self.weights.items():
            lines += ["", f"[{kind}]", *(f"{factor} = {row[factor]:g}" for factor in FACTORS if factor in row)]
        return "\n".join(lines) + "\n"


def shipped() -> list[str]:
    """The names of the profiles that come with the package."""
    return sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml"))


def load(profile: str | os.PathLike[str] | Profile | None = None) -> Profile:
    """A profile by its name, or from a TOML file; the default one without either."""
    if isinstance(profile, Profile):
        return profile
    name = os.fspath(profile or DEFAULT)
    if name in shipped():
        return parse(_folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"), name)
    path = Path(name)
    if not path.is_file():
        raise CoreferError(f"there is no profile `{name}` (name one of {', '.join(shipped())}, or a TOML file)")
    return parse(path.read_text(encoding="utf-8"), name)


def parse(text: str, source: str) -> Profile:
    """Read a profile; errors name the file and the entry."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CoreferError(f"{source}: {error}") from None
    common = _row(data.pop("weights", {}), source, "weights")
    uses = data.pop("uses", {})
    numbers = {key: data.pop(key) for key in ("threshold", "heuristic", "scale", "least") if key in data}
    words = {key: str(data.pop(key, "")) for key in ("name", "description")}
    weights: dict[AnaphorType, dict[Factor, float]] = {}
    for name, factors in uses.items():
        weights[_kind(name, source)] = {f: common.get(f, 0.0) for f in (_factor(n, source) for n in factors)}
    for name, row in data.items():
        weights.setdefault(_kind(name, source), {}).update(_row(row, source, name))
    for key, value in numbers.items():
        if not isinstance(value, int | float) or isinstance(value, bool) or value < 0 or (key == "scale" and not value):
            raise CoreferError(f"{source}: {key} takes a number, not `{value}`")
    return Profile(words["name"] or source, weights, description=words["description"], **numbers)


def _quoted(text: str) -> str:
    """A basic string of TOML, which takes the escapes of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _row(row: Any, source: str, table: str) -> dict[Factor, float]:
    if not isinstance(row, dict) or not all(isinstance(value, int | float) for value in row.values()):
        raise CoreferError(f"{source}: [{table}] gives each factor a number, as in `SUP = 15`")
    return {_factor(name, source): float(value) for name, value in row.items()}


def _factor(name: str, source: str) -> Factor:
    if name not in Factor.__members__:
        raise CoreferError(f"{source}: there is no factor `{name}` (choose from {', '.join(Factor)})")
    return Factor(name)


def _kind(name: str, source: str) -> AnaphorType:
    if name not in AnaphorType.__members__:
        raise CoreferError(f"{source}: there is no type of anaphor `{name}` (choose from {', '.join(AnaphorType)})")
    return AnaphorType(name)


def _folder() -> Any:
    return resources.files(__package__).joinpath("profiles")
