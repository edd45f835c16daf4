"""Fixtures that every room's tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# `quick` is for the desk: it reports a failing example as it was drawn. Continuous integration draws the same examples
# every time, so that a submission fails for what it changed.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.register_profile("quick", parent=settings.get_profile("default"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default"))

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora and oracles beside the checkout; tests that need it skip where it is missing."""
    folder = ROOT.parent / "shared"
    if not (folder / "data").is_dir():
        pytest.skip("the corpora (../shared/data) are not beside this checkout")
    return folder


@pytest.fixture(scope="session")
def examples() -> Path:
    """The embedded corpus."""
    return ROOT / "examples"
