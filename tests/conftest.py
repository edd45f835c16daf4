"""Fixtures that every room's tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

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
