"""The systems by name; a module is imported when one of its systems is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from corefer.document import CoreferError
from corefer.grec.systems.base import System
from corefer.version import __version__

# name -> (module, class, one line of description)
SYSTEMS = {
    "base-rand": ("baselines", "BaseRand", "an expression at random"),
    "base-freq": ("baselines", "BaseFreq", "the expression most frequent for SYNCAT and SEMCAT"),
    "base-freq-type": ("baselines", "BaseFreqType", "the type most frequent for SYNCAT and SEMCAT"),
    "base-1st": ("baselines", "BaseFirst", "the first of the list"),
    "base-name": ("baselines", "BaseName", "the shortest name"),
    "cnts-type-g": ("cnts", "CntsTypes", "memory-based learning of the type"),
    "cnts-prop-s": ("cnts", "CntsProperties", "memory-based learning of all properties, by subdomain"),
    "osu-b-all": ("osu", "OsuBinaryAll", "maximum entropy, each expression: select or not; with its attributes"),
    "osu-b-nonre": ("osu", "OsuBinary", "maximum entropy, each expression: select or not"),
    "osu-n-nonre": ("osu", "OsuTypes", "maximum entropy over the types"),
    "is-g": ("isg", "IsG", "multi-layer perceptron over the types"),
    "linear": ("linear", "Linear", "our own: maximum entropy, rich features, learnt choice of the expression"),
    "boosting": ("boosting", "Boosting", "our own: gradient boosting, rich features, learnt choice of the expression"),
}
MARK = "system.txt"


def names() -> list[str]:
    """The names of all systems, baselines first."""
    return list(SYSTEMS)


def known(name: str) -> str:
    """The system's name as the registry has it: the paper's capitals (`OSU-n-nonRE`) are accepted."""
    lower = name.lower()
    if lower not in SYSTEMS:
        raise CoreferError(f"there is no GREC system `{name}` (choose one of {', '.join(SYSTEMS)})")
    return lower


def described() -> str:
    """A line for each system."""
    return "\n".join(f"  {name:<15} {line}" for name, (_, _, line) in SYSTEMS.items())


def make(name: str, seed: int = 1) -> System:
    """A new, untrained system."""
    module, kind, _ = SYSTEMS[known(name)]
    made: System = getattr(import_module(f"corefer.grec.systems.{module}"), kind)(seed)
    return made


def save(system: System, folder: Path) -> None:
    """Write a trained system into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    system.save(folder)
    (folder / MARK).write_text(f"{system.name}\ncorefer {__version__}\n", encoding="utf-8")


def load(folder: Path) -> System:
    """The trained system of a folder."""
    try:
        name = (folder / MARK).read_text(encoding="utf-8").partition("\n")[0]
    except OSError:
        raise CoreferError(
            f"{folder}: no GREC model (train one with `corefer grec train SYSTEM TRAIN -o {folder}`)"
        ) from None
    system = make(name)
    try:
        system.load(folder)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise CoreferError(f"{folder}: a damaged model of {name} ({error}; train it again)") from None
    return system
