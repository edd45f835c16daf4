"""Analysis of variance, Tukey's subsets and correlations: the paper's own figures, from its tables."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from corefer.grec.statistics import anova, correlations, homogeneous_subsets

# REG08-Type Accuracy in percent, by system, with the letters printed beside it (Tables 2 and 3), and String Accuracy
# (Table 4). Two misprints: set L has Base-rand and Base-1st swapped (its letters fit 29.74 before 23.63 only), and set
# P's fifth subset is called F.
C1 = {68.15: "A", 67.04: "A", 66.48: "A", 63.69: "A", 53.11: "B", 52.39: "B", 43.47: "C", 39.49: "C", 39.17: "C",
      32.72: "D"}  # fmt: skip
L = [(62.06, "A"), (62.06, "A"), (60.93, "A"), (41.80, "B"), (39.23, "B"), (37.62, "BC"), (35.53, "BC"), (29.74, "CD"),
     (23.63, "D"), (23.63, "D")]  # fmt: skip
P = [(75.31, "A"), (72.84, "AB"), (67.90, "ABC"), (66.67, "ABC"), (57.41, "BCD"), (56.17, "CD"), (44.44, "DE"),
     (33.95, "E"), (32.10, "E"), (32.10, "E")]  # fmt: skip
C2 = {78.58: "A", 72.61: "AB", 71.34: "B", 70.78: "B", 69.82: "B", 58.76: "C", 57.48: "C", 50.00: "D", 49.28: "D",
      48.17: "D", 41.24: "E"}  # fmt: skip
C2_STRINGS = {71.18: "A", 65.61: "AB", 65.29: "AB", 63.85: "BC", 58.20: "C", 51.11: "D", 50.72: "D", 41.32: "E",
              39.41: "E", 39.09: "E", 17.99: "F"}  # fmt: skip


def scored(percent: float, cases: int) -> np.ndarray:
    """So many cases, a 1 for each that is right."""
    right = round(percent * cases / 100)
    return np.repeat([1.0, 0.0], [right, cases - right])


@pytest.mark.parametrize(
    ("name", "table", "cases", "f"),
    [
        ("Table 2, set C-1", list(C1.items()), 1256, 95.426),
        ("Table 2, set L", L, 622, 63.758),
        ("Table 2, set P", P, 162, 21.188),
        ("Table 3, set C-2", list(C2.items()), 1256, 86.946),
        ("Table 4, String Accuracy", list(C2_STRINGS.items()), 1256, 138.159),
    ],
)
def test_grec_08_f_values_and_letters(name: str, table: list[tuple[float, str]], cases: int, f: float) -> None:
    groups = [scored(percent, cases) for percent, _ in table]
    found = anova(groups)
    assert round(found.f, 3) == f, name
    assert found.p < 0.001
    assert homogeneous_subsets(groups) == [letters for _, letters in table]


def test_grec_08_table_2_set_l_as_printed_does_not_fit_its_letters() -> None:
    printed = [(62.06, ""), (62.06, ""), (60.93, ""), (41.80, ""), (39.23, ""), (37.62, ""), (35.53, ""), (23.63, "CD"),
               (23.63, "D"), (29.74, "D")]  # fmt: skip
    found = homogeneous_subsets([scored(percent, 622) for percent, _ in printed])
    assert found[-3:] != [letters for _, letters in printed[-3:]]


def test_grec_08_section_6_3_question_1() -> None:
    groups = [scored(percent, 63) for percent in (100, 100, 98, 97, 95, 95, 90)]
    found = anova(groups)
    assert round(found.f, 3) == 2.193
    assert found.p < 0.05
    assert homogeneous_subsets(groups) == ["A", "A", "AB", "AB", "AB", "AB", "B"]


def test_grec_08_section_6_4_correlations() -> None:
    table_7 = {
        "muc": [47.59, 45.99, 46.92, 47.68, 47.06, 43.77, 43.25, 42.82, 37.89, 34.48, 21.24],
        "ceaf": [52.64, 51.73, 49.8, 48.62, 48.40, 46.32, 46.24, 43.36, 41.6, 40.28, 35.60],
        "b3": [60.28, 60.81, 57.45, 57.50, 57.14, 55.82, 54.66, 52.88, 50.47, 49.46, 48.55],
    }
    found = correlations(table_7)
    assert [(one.first, one.second) for one in found] == [("muc", "ceaf"), ("muc", "b3"), ("ceaf", "b3")]
    assert all(one.r > 0.84 and one.p < 0.01 for one in found)


def test_grec_08_section_6_2_types_and_strings() -> None:
    types = [78.58, 72.61, 71.34, 69.82, 70.78, 58.76, 57.48, 48.17, 50.00, 49.28, 41.24]
    (found,) = correlations({"types": types, "strings": list(C2_STRINGS)})
    assert found.r == pytest.approx(0.961, abs=0.004)  # the paper's, from figures before rounding
    assert found.p < 0.01


@pytest.mark.parametrize("seed", range(4))
def test_subsets_are_those_of_scipy_s_tukey_hsd(seed: int) -> None:
    generator = np.random.default_rng(seed)
    groups = [generator.normal(mean, 1, size) for mean, size in ((0, 22), (0.8, 9), (0.1, 20), (1.2, 15), (-0.5, 12))]
    found = homogeneous_subsets(groups)
    p_values = stats.tukey_hsd(*groups).pvalue
    assert len(set(found)) > 1
    for one, two in combinations(range(len(groups)), 2):
        assert bool(set(found[one]) & set(found[two])) == (p_values[one, two] >= 0.05)


def test_letters_follow_the_means_and_not_the_order_given() -> None:
    low, high = scored(20, 200), scored(80, 200)
    assert homogeneous_subsets([low, high, low]) == ["B", "A", "B"]


@pytest.mark.parametrize("groups", [[[1, 1], [1, 1]], [[0.0]], [[1], [0]]])
def test_where_nothing_varies_nothing_is_told(groups: list[list[float]]) -> None:
    assert anova(groups).as_dict()["f"] is None
    assert set(homogeneous_subsets(groups)) == {"A"}


def test_groups_without_any_variance_may_still_differ() -> None:
    assert anova([[1, 1], [0, 0]]).p == 0
    assert homogeneous_subsets([[1, 1], [0, 0]]) == ["A", "B"]


def test_correlations_need_three_systems_and_some_variance() -> None:
    (two,) = correlations({"a": [1, 2], "b": [2, 3]})
    (flat,) = correlations({"a": [1, 2, 3], "b": [5, 5, 5]})
    assert two.r is flat.r is None
