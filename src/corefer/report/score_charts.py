"""Charts of scores as inline SVG: bars with their intervals, and recall against precision.

Colours are the page's (`--s0` … `--s5`, one a response), so that charts follow it into the dark. Every bar and point
also has its name in words or by its shape, and the page has all the numbers in tables.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = 6  # of responses, before they come again
WIDTH = 960.0
LETTER = 7.2  # the mean width of a letter of 13 pixels
CAPITAL = 9.4
BOLD_LETTER = 8.6
LONGEST_NAME = 28  # letters

STYLE = """
.chart { overflow-x: auto }
svg { display: block; width: 100%; min-width: 36rem; height: auto; font: 13px system-ui, sans-serif }
svg text { fill: var(--ink) } svg .faint { fill: var(--faint) } svg .strong { font-weight: 600 }
svg .grid { stroke: var(--line); stroke-width: 1 } svg .whisker { stroke: var(--ink); stroke-width: 1.5; fill: none }
svg .iso { fill: none; stroke: var(--faint); stroke-width: 1; stroke-dasharray: 2 4 }
svg .iso-name { fill: var(--faint); font-size: 11px } svg .point { stroke: var(--paper); stroke-width: 1 }
""" + "".join(f"svg .s{n} {{ fill: var(--s{n}) }}\n" for n in range(COLOURS))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bar:
    """A value from 0 to 1 of the response of that number, and its interval."""

    response: int
    value: float
    interval: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Point:
    """The recall and precision of the response of that number by one metric."""

    response: int
    metric: str
    recall: float
    precision: float
    f1: float


def percent(value: float, digits: int = 2) -> str:
    return f"{100 * value:.{digits}f}"


def interval_text(interval: tuple[float, float], digits: int = 2) -> str:
    return f"[{percent(interval[0], digits)}, {percent(interval[1], digits)}]"


def svg(id: str, height: float, title: str, description: str, parts: Iterable[str]) -> str:
    return (
        f'<div class="chart"><svg viewBox="0 0 {WIDTH:g} {height:g}" role="img" aria-labelledby="{id}-t {id}-d">\n'
        f'<title id="{id}-t">{escape(title)}</title><desc id="{id}-d">{escape(description)}</desc>\n'
        + "\n".join(parts)
        + "\n</svg></div>"
    )


def label(x: float, y: float, text: str, classes: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{classes}" text-anchor="{anchor}">{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, classes: str = "grid") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{classes}"/>'


def _shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


# --- bars

THICK, STEP, APART = 13.0, 18.0, 9.0  # a bar, from a bar to the next, between metrics
TOP = 26.0


def bars(
    groups: Sequence[tuple[str, Sequence[Bar]]],
    names: Sequence[str],
    *,
    id: str = "bars",
    title: str = "F1 by metric and response",
) -> str:
    """Horizontal bars from 0 to 100, a group a metric, a bar a response; whiskers where there are intervals.

    A page with several of these charts gives each its own `id`.
    """
    named = len(names) > 1
    has_intervals = any(bar.interval for _, group in groups for bar in group)
    metric_room = BOLD_LETTER * max((len(metric) for metric, _ in groups), default=0) + 12
    name_room = LETTER * max(len(_shortened(name)) for name in names) + 12 if named else 0.0
    left, right = metric_room + name_room, WIDTH - (150 if has_intervals else 52)
    height = TOP + sum(STEP * len(group) + APART for _, group in groups)
    parts = list(_scale(left, right, height))
    y = TOP + APART / 2
    for metric, group in groups:
        parts.append(label(0, y + THICK - 2, metric, "strong"))
        for bar in group:
            if named:
                parts.append(label(left - 10, y + THICK - 2, _shortened(names[bar.response]), "faint", "end"))
            parts += _bar(bar, left, right, y, f"{metric}, {names[bar.response]}")
            y += STEP
        y += APART
    whiskers = "; whiskers are intervals" if has_intervals else ""
    about = f"Horizontal bars from 0 to 100, by metric and response{whiskers}. The numbers stand in the tables."
    return svg(id, height, title, about, parts)


def _scale(left: float, right: float, height: float) -> Iterable[str]:
    for tick in range(0, 101, 20):
        x = left + (right - left) * tick / 100
        yield line(x, TOP - 6, x, height)
        yield label(x, TOP - 12, str(tick), "faint", "middle")


def _bar(bar: Bar, left: float, right: float, y: float, what: str) -> Iterable[str]:
    def place(value: float) -> float:
        return left + (right - left) * value

    bounds = f" {interval_text(bar.interval, 1)}" if bar.interval else ""
    yield (
        f'<rect x="{left:.1f}" y="{y:.1f}" width="{place(bar.value) - left:.1f}" height="{THICK:g}" rx="2" '
        f'class="s{bar.response % COLOURS}"><title>{escape(what)}: {percent(bar.value)}{bounds}</title></rect>'
    )
    if bar.interval:
        low, high, middle = place(bar.interval[0]), place(bar.interval[1]), y + THICK / 2
        caps = f"M{low:.1f} {middle - 4:.1f}v8M{high:.1f} {middle - 4:.1f}v8"
        yield f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}{caps}" class="whisker"/>'
    yield label(right + 10, y + THICK - 2, percent(bar.value, 1), "strong")
    if bounds:
        yield label(right + 52, y + THICK - 2, bounds.strip(), "faint")


# --- recall and precision

SIDE = 500.0  # of the plot
LEFT, HEAD, FOOT = 56.0, 14.0, 46.0
RADIUS = 5.5
SAMPLES = 60  # of an iso-line
SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0",
    "M-4.6 -4.6h9.2v9.2h-9.2z",
    "M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z",
    "M0 -6l6 10.5h-12z",
    "M0 6l6 -10.5h-12z",
    "M-6 -2h4v-4h4v4h4v4h-4v4h-4v-4h-4z",
)  # a circle, a square, a diamond, two triangles, a cross

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Window:
    """The stretch of recall and of precision that the plot shows, and where in the picture its values lie."""

    low: float
    high: float

    def x(self, recall: float) -> float:
        return LEFT + SIDE * (recall - self.low) / (self.high - self.low)

    def y(self, precision: float) -> float:
        return HEAD + SIDE * (self.high - precision) / (self.high - self.low)

    @property
    def ticks(self) -> list[float]:
        step = 5 if self.high - self.low < 0.35 else 10
        return [tick / 100 for tick in range(round(100 * self.low), round(100 * self.high) + 1, step)]


def scatter(points: Sequence[Point], names: Sequence[str]) -> str:
    """A point a response and metric among lines of equal F1; shapes and colours are responses, labels metrics."""
    window = _window(points)
    parts = [
        '<clipPath id="plot">' + f'<rect x="{LEFT:g}" y="{HEAD:g}" width="{SIDE:g}" height="{SIDE:g}"/></clipPath>'
    ]
    parts += _axes(window)
    parts += _iso_lines(window)
    parts += _points(points, names, window)
    parts += _legend(names)
    about = (
        "Recall runs to the right, precision upwards; a point for every response and metric. "
        "Dotted lines join points of equal F1. The numbers stand in the tables."
    )
    return svg("scatter", HEAD + SIDE + FOOT, "Recall and precision", about, parts)


def _window(points: Sequence[Point]) -> _Window:
    """Whole tens around all points, two of them at least."""
    values = [value for point in points for value in (point.recall, point.precision)] or [0.0, 1.0]
    low, high = math.floor(10 * min(values) - 0.2), math.ceil(10 * max(values) + 0.2)
    low, high = max(0, min(low, 8)), min(10, max(high, 2))
    if high - low < 2:
        low, high = max(0, high - 2), max(2, high)
    return _Window(low / 10, high / 10)


def _axes(window: _Window) -> Iterable[str]:
    bottom, right = HEAD + SIDE, LEFT + SIDE
    for tick in window.ticks:
        x, y = window.x(tick), window.y(tick)
        yield line(x, HEAD, x, bottom)
        yield line(LEFT, y, right, y)
        yield label(x, bottom + 18, percent(tick, 0), "faint", "middle")
        yield label(LEFT - 8, y + 4, percent(tick, 0), "faint", "end")
    middle = HEAD + SIDE / 2
    yield label(LEFT + SIDE / 2, bottom + 38, "Recall", "strong", "middle")
    yield (
        f'<text transform="translate(14 {middle:g}) rotate(-90)" class="strong" text-anchor="middle">Precision</text>'
    )


def _iso_lines(window: _Window) -> Iterable[str]:
    """P = F·R / (2R − F), from where precision leaves the window at the top to where recall does on the right."""
    for f1 in window.ticks:
        first = f1 * window.high / (2 * window.high - f1)
        last = window.high
        if not window.low < f1 < window.high or first >= last:
            continue
        curve = [first + (last - first) * n / SAMPLES for n in range(SAMPLES + 1)]
        path = "L".join(f"{window.x(r):.1f} {window.y(f1 * r / (2 * r - f1)):.1f}" for r in curve)
        yield f'<path d="M{path}" class="iso" clip-path="url(#plot)"/>'
        name = f"F1 {percent(f1, 0)}"
        if first >= window.low:
            yield label(LEFT + SIDE + 6, window.y(first) + 4, name, "iso-name")
        else:  # it leaves the window at the bottom
            leaves = f1 * window.low / (2 * window.low - f1)
            yield label(window.x(leaves) + 2, HEAD + SIDE - 6, name, "iso-name")


def _points(points: Sequence[Point], names: Sequence[str], window: _Window) -> Iterable[str]:
    places = [(window.x(point.recall), window.y(point.precision)) for point in points]
    taken = [(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS) for x, y in places]
    for point, (x, y) in zip(points, places, strict=True):
        numbers = f"recall {percent(point.recall)}, precision {percent(point.precision)}, F1 {percent(point.f1)}"
        what = escape(f"{names[point.response]}, {point.metric}: {numbers}")
        yield f"{_shape(point.response, x, y)}<title>{what}</title></path>"
    for point, (x, y) in zip(points, places, strict=True):
        box = next((box for box in _around(x, y, _width(point.metric)) if _is_free(box, taken)), None)
        if box:
            taken.append(box)
            yield label(box[0], box[3] - 3, point.metric)


def _width(label: str) -> float:
    return sum(CAPITAL if letter.isupper() else LETTER for letter in label)


def _shape(response: int, x: float, y: float) -> str:
    shape = SHAPES[(response + response // COLOURS) % len(SHAPES)]  # where colours come again, shapes are others
    return f'<path d="{shape}" transform="translate({x:.1f} {y:.1f})" class="point s{response % COLOURS}">'


def _around(x: float, y: float, width: float) -> Iterable[Box]:
    """Where the label of a point may stand, the best place first."""
    gap, half = RADIUS + 3, 7.0
    for dx, dy in ((gap, 0), (-gap - width, 0), (-width / 2, -14), (-width / 2, 14), (gap, -11), (gap, 11)):
        yield (x + dx, y + dy - half, x + dx + width, y + dy + half)


def _is_free(box: Box, taken: Sequence[Box]) -> bool:
    """A label stands inside the plot and on no other label or point."""
    if box[0] < LEFT or box[1] < HEAD or box[2] > LEFT + SIDE or box[3] > HEAD + SIDE:
        return False
    return not any(box[0] < o[2] and o[0] < box[2] and box[1] < o[3] and o[1] < box[3] for o in taken)


def _legend(names: Sequence[str]) -> Iterable[str]:
    x = LEFT + SIDE + 96
    for number, name in enumerate(names):
        y = HEAD + 12 + 24 * number
        yield f"{_shape(number, x, y)}</path>"
        yield label(x + 16, y + 4.5, _shortened(name))
