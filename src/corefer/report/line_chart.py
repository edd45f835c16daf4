"""Values along a scale as inline SVG: a line a measure, whiskers its intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from corefer.report.score_charts import COLOURS, SHAPES, WIDTH, interval_text, label, line, percent, svg

LEFT, RIGHT, TOP, BOTTOM = 56.0, 150.0, 16.0, 48.0
HEIGHT = 320.0
STYLE = "".join(f"svg .l{n} {{ stroke: var(--s{n}); stroke-width: 2; fill: none }}\n" for n in range(COLOURS))


@dataclass(frozen=True, slots=True)
class Line:
    """A measure's values at the points of the scale, and their intervals where there are any."""

    name: str
    values: Sequence[float]
    intervals: Sequence[tuple[float, float]] | None = None


def line_chart(points: Sequence[float], lines: Sequence[Line], *, id: str, title: str, scale: str) -> str:
    """The lines over the points of a scale, evenly spaced; the names stand at their right ends, which may not touch."""
    low, high = window([value for one in lines for value in _values(one)])
    bottom = HEIGHT - BOTTOM

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (place / max(1, len(points) - 1))

    def y(value: float) -> float:
        return TOP + (bottom - TOP) * (high - value) / (high - low)

    parts: list[str] = []
    for tick in range(round(100 * low), round(100 * high) + 1, 5 if high - low < 0.4 else 10):
        parts += [
            line(LEFT, y(tick / 100), WIDTH - RIGHT, y(tick / 100)),
            label(LEFT - 8, y(tick / 100) + 4, f"{tick}", "faint", "end"),
        ]
    for place, point in enumerate(points):
        parts.append(label(x(place), bottom + 20, f"{point:g}", "faint", "middle"))
    parts.append(label((LEFT + WIDTH - RIGHT) / 2, bottom + 40, scale, "strong", "middle"))
    for n, one in enumerate(lines):
        parts += _line(n, one, [x(place) for place in range(len(points))], y)
    for height, one in zip(apart([y(one.values[-1]) for one in lines]), lines, strict=True):
        parts.append(label(WIDTH - RIGHT + 14, height + 4.5, one.name))
    names = ", ".join(one.name for one in lines)
    about = f"A line for each of {names}; whiskers are intervals. The numbers stand in the tables."
    return svg(id, HEIGHT, title, about, parts)


def window(values: Sequence[float]) -> tuple[float, float]:
    """Whole tens around all values."""
    low, high = math.floor(10 * min(values)) / 10, math.ceil(10 * max(values)) / 10
    return (low, high) if high > low else (low, low + 0.1)


def _values(one: Line) -> Iterable[float]:
    """All that the line has to show, the bounds of its intervals too."""
    return [*one.values, *(bound for bounds in one.intervals or () for bound in bounds)]


def _line(number: int, one: Line, xs: Sequence[float], y: Callable[[float], float]) -> Iterable[str]:
    shift = 3.0 * (number - 1)  # so that whiskers do not lie on each other
    places = [(x + shift, y(value)) for x, value in zip(xs, one.values, strict=True)]
    path = "L".join(f"{x:.1f} {height:.1f}" for x, height in places)
    yield f'<path d="M{path}" class="l{number % COLOURS}"/>'
    for n, (x, height) in enumerate(places):
        bounds = one.intervals[n] if one.intervals else None
        if bounds:
            yield f'<path d="M{x:.1f} {y(bounds[0]):.1f}V{y(bounds[1]):.1f}" class="whisker"/>'
        told = f"{one.name}: {percent(one.values[n])}{' ' + interval_text(bounds, 1) if bounds else ''}"
        shape = SHAPES[number % len(SHAPES)]
        where = f'transform="translate({x:.1f} {height:.1f})" class="point s{number % COLOURS}"'
        yield f'<path d="{shape}" {where}><title>{told}</title></path>'


def apart(places: Sequence[float], least: float = 16.0) -> list[float]:
    """The places moved down until each is far enough from the one above."""
    moved = list(places)
    lowest = -math.inf
    for n in sorted(range(len(places)), key=places.__getitem__):
        moved[n] = lowest = max(places[n], lowest + least)
    return moved
