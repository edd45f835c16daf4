"""How good against how fast, as inline SVG: a point a resolver; the speed runs to the right by powers of ten."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from corefer.report.line_chart import apart, window
from corefer.report.score_charts import COLOURS, SHAPES, WIDTH, label, line, percent, svg

LEFT, RIGHT, TOP, BOTTOM = 56.0, 24.0, 16.0, 48.0
HEIGHT = 360.0
NAMES = 150.0  # the room for names to the right of their points


def speed_chart(points: Sequence[tuple[str, float, float]], *, id: str, title: str, measure: str) -> str:
    """Names with their words a second and their values from 0 to 1."""
    speeds = [math.log10(max(1.0, speed)) for _, speed, _ in points]
    first, last = math.floor(min(speeds)), math.ceil(max(speeds))
    last = max(last, first + 1)
    low, high = window([value for _, _, value in points])
    bottom = HEIGHT - BOTTOM

    def x(power: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT - NAMES) * (power - first) / (last - first)

    def y(value: float) -> float:
        return TOP + (bottom - TOP) * (high - value) / (high - low)

    parts: list[str] = []
    for power in range(first, last + 1):
        parts.append(line(x(power), TOP, x(power), bottom))
        parts.append(label(x(power), bottom + 20, f"{10**power:,}", "faint", "middle"))
    for tick in range(round(100 * low), round(100 * high) + 1, 5):
        parts.append(line(LEFT, y(tick / 100), WIDTH - RIGHT - NAMES, y(tick / 100)))
        parts.append(label(LEFT - 8, y(tick / 100) + 4, f"{tick}", "faint", "end"))
    parts.append(label((LEFT + WIDTH - RIGHT - NAMES) / 2, bottom + 40, "Words a second", "strong", "middle"))
    heights = apart([y(value) for _, _, value in points])
    for n, ((name, speed, value), place, height) in enumerate(zip(points, speeds, heights, strict=True)):
        shape = SHAPES[(n + n // COLOURS) % len(SHAPES)]
        where = f'transform="translate({x(place):.1f} {y(value):.1f})" class="point s{n % COLOURS}"'
        told = f"{name}: {measure} {percent(value)}, {speed:,.0f} words a second"
        parts.append(f'<path d="{shape}" {where}><title>{escape(told)}</title></path>')
        parts.append(label(x(place) + 12, height + 4.5, name))
    about = (
        f"{measure} upwards, words a second to the right; a point for each resolver. The numbers stand in the tables."
    )
    return svg(id, HEIGHT, title, about, parts)
