"""What takes part in an experiment: a resolver, the options it is made with, and what it is called in the tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from corefer.document import CoreferError
from corefer.resolve import RESOLVERS, Resolver, resolver
from corefer.resolve.completed import Completed

_SWITCHES = {"on": True, "off": False}


@dataclass(slots=True, frozen=True)
class System:
    """A resolver by its name in the registry; `names` is a second one for the anaphors that it does not attempt."""

    name: str
    resolver: str
    options: dict[str, Any] = field(default_factory=dict)
    names: str = ""

    def make(self) -> Resolver:
        made = resolver(self.resolver, **self.options)
        return Completed(made, resolver(self.names)) if self.names and self.names != self.resolver else made


def systems_from(given: Iterable[str], names: str = "") -> list[System]:
    """Systems as the command line names them: `rosana`, or with options `rosana:profile=news`; all without any."""
    wanted = list(dict.fromkeys(given)) or list(RESOLVERS)
    return [_system(one, names) for one in wanted]


def _system(given: str, names: str) -> System:
    name, _, rest = given.partition(":")
    if name.lower() not in RESOLVERS:
        raise CoreferError(f"no resolver is called `{name}` (there are {', '.join(sorted(RESOLVERS))})")
    options: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        option, equals, value = part.partition("=")
        if not equals:
            raise CoreferError(f"{given}: an option is OPTION=VALUE, as in `rosana:profile=news`")
        options[option] = _SWITCHES.get(value, value)
    return System(given, name.lower(), options, names)
