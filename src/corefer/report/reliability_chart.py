"""A reliability plot as inline SVG: accuracy over confidence; what is calibrated lies on the diagonal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from corefer.report.score_charts import COLOURS, SHAPES, label, line, percent, svg
from corefer.score.calibration import Bin, calibration_error

SIDE, LEFT, HEAD, FOOT = 360.0, 56.0, 14.0, 46.0
STYLE = "svg .diagonal { stroke: var(--faint); stroke-width: 1; stroke-dasharray: 2 4 }\n"


def reliability_chart(series: Sequence[tuple[str, Sequence[Bin]]], *, id: str, title: str) -> str:
    """A point a bin; its size follows the number of decisions in it, its shape and colour are the series'."""
    parts: list[str] = []
    for tick in range(0, 101, 20):
        parts.append(line(_x(tick / 100), HEAD, _x(tick / 100), HEAD + SIDE))
        parts.append(line(LEFT, _y(tick / 100), LEFT + SIDE, _y(tick / 100)))
        parts.append(label(_x(tick / 100), HEAD + SIDE + 18, str(tick), "faint", "middle"))
        parts.append(label(LEFT - 8, _y(tick / 100) + 4, str(tick), "faint", "end"))
    parts.append(line(_x(0), _y(0), _x(1), _y(1), "diagonal"))
    parts.append(label(LEFT + SIDE / 2, HEAD + SIDE + 38, "Confidence", "strong", "middle"))
    parts.append(
        f'<text transform="translate(14 {HEAD + SIDE / 2:g}) rotate(-90)" class="strong" text-anchor="middle">'
        "Right, in percent</text>"
    )
    for number, (name, bins) in enumerate(series):
        parts += [_point(number, name, found) for found in bins]
        y = HEAD + 18 + 26 * number
        parts.append(_shape(number, LEFT + SIDE + 40, y, 1.0) + "</path>")
        count = sum(found.count for found in bins)
        told = f"{name}: {count:,} links, calibration error {calibration_error(bins):.3f}"
        parts.append(label(LEFT + SIDE + 56, y + 4.5, told))
    about = (
        "Confidence to the right, the share that is right upwards; larger points stand for more links. What is "
        "calibrated lies on the dotted diagonal."
    )
    return svg(id, HEAD + SIDE + FOOT, title, about, parts)


def _x(value: float) -> float:
    return LEFT + SIDE * value


def _y(value: float) -> float:
    return HEAD + SIDE * (1 - value)


def _point(number: int, name: str, found: Bin) -> str:
    size = min(2.2, max(0.6, (found.count / 100) ** 0.5))
    told = f"{name}: confidence {percent(found.confidence, 0)}, right {percent(found.accuracy, 0)} of {found.count}"
    shape = _shape(number, _x(found.confidence), _y(found.accuracy), size)
    return f"{shape}<title>{escape(told)}</title></path>"


def _shape(number: int, x: float, y: float, size: float) -> str:
    where = f"translate({x:.1f} {y:.1f}) scale({size:.2f})"
    return f'<path d="{SHAPES[number % len(SHAPES)]}" transform="{where}" class="point s{number % COLOURS}">'
