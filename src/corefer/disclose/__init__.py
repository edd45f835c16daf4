"""The standard disclosure of a pronoun-resolution study (Byron 2001): coverage, exclusions, results, resolution rate.

`corefer.disclose(…)` is the function of the same name. What it needs is imported when it is called, so that
`import corefer` stays light.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from corefer.rooms import make_callable

if TYPE_CHECKING:
    from corefer.disclose.check import Slip
    from corefer.disclose.disclosure import Disclosure, Documents
    from corefer.disclose.plan import Plan, default_plan, read_plan
    from corefer.document import Document

__all__ = ["Disclosure", "Plan", "Slip", "default_plan", "disclose", "read_plan"]

_HOMES = {
    "Disclosure": "disclosure",
    "Plan": "plan",
    "Slip": "check",
    "default_plan": "plan",
    "read_plan": "plan",
}


def disclose(
    key: Documents,
    systems: Mapping[str, Documents] | None = None,
    plan: Plan | str | Path | None = None,
    *,
    corpus: str = "",
    match: str | None = None,
    track: Callable[[Iterable[Document], str], Iterable[Document]] | None = None,
) -> Disclosure:
    """Account for every pronoun of the key, and for what each system made of it.

    `key` is a document or several; `systems` are responses by name, and without any only the corpus part is disclosed.
    `plan` is a `Plan`, a TOML file, or nothing for the plan that ships; `match` (`head` or `exact`) overrides the
    plan's. `corpus` names the evaluation corpus where the plan does not. `track` may wrap the documents that are gone
    through, to show progress.

    `corefer.disclose(key, {"Alpha": alpha}).resolution_rate["Alpha"]["Total"]` is Alpha's resolution rate in percent.
    """
    from corefer.disclose.disclosure import make

    return make(key, systems, plan, corpus=corpus, match=match, track=track)


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


make_callable(__name__)
