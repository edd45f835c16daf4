"""Holm's correction and compact letter displays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefer.score.multiple import holm, letters

p_values = st.lists(st.floats(0, 1), max_size=12)


@pytest.mark.parametrize(
    ("plain", "corrected"),
    [
        ([], []),
        ([0.04], [0.04]),
        # 4 × .005, 3 × .01, 2 × .03; 1 × .04 is less than the one before and is raised to it
        ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]),
        ([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09]),
        ([0.5, 0.6, 0.4], [1.0, 1.0, 1.0]),
        ([0.02, 0.02], [0.04, 0.04]),
    ],
)
def test_holm_golden_values(plain: list[float], corrected: list[float]) -> None:
    assert holm(plain) == pytest.approx(corrected)


@given(p_values)
def test_holm_keeps_the_order_and_lies_between_no_correction_and_bonferroni(plain: list[float]) -> None:
    corrected = holm(plain)
    assert [p for _, p in sorted(zip(plain, corrected, strict=True))] == sorted(corrected)
    for p, c in zip(plain, corrected, strict=True):
        assert p <= c <= min(1.0, p * len(plain)) + 1e-12


@pytest.mark.parametrize(
    ("size", "different", "shown"),
    [
        (1, [], ["a"]),
        (3, [], ["a", "a", "a"]),
        (3, [(0, 2)], ["a", "ab", "b"]),
        (3, [(0, 1), (0, 2), (1, 2)], ["a", "b", "c"]),
        (4, [(0, 3), (0, 2)], ["a", "ab", "b", "b"]),
        (4, [(3, 0), (1, 2)], ["ab", "ac", "bd", "cd"]),
    ],
)
def test_letters_golden(size: int, different: list[tuple[int, int]], shown: list[str]) -> None:
    assert letters(size, different) == shown


@given(st.integers(1, 7).flatmap(lambda size: st.tuples(st.just(size), st.sets(_pairs(size)))))
def test_items_share_a_letter_if_and_only_if_they_do_not_differ(case: tuple[int, set[tuple[int, int]]]) -> None:
    size, different = case
    shown = letters(size, different)
    for one in range(size):
        for two in range(one + 1, size):
            assert bool(set(shown[one]) & set(shown[two])) == ((one, two) not in different)


def _pairs(size: int) -> st.SearchStrategy[tuple[int, int]]:
    every = [(one, two) for one in range(size) for two in range(one + 1, size)]
    return st.sampled_from(every) if every else st.nothing()


def test_more_groups_than_letters() -> None:
    everyone = range(30)
    shown = letters(30, [(one, two) for one in everyone for two in everyone if one < two])
    assert shown[:2] == ["a", "b"]
    assert shown[25:28] == ["z", "a1", "b1"]
