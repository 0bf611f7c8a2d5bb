"""Charts as inline SVG. Colours and dashes tell lines apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from loggerhead.report.scales import clock, extent, number, text, ticks, time_ticks

WIDTH, HEIGHT = 1090, 250
LEFT, RIGHT, TOP, BOTTOM = 66, 26, 10, 46
COLUMNS = 1000
"""Of a line: each is drawn with its least and greatest value, so that no peak is lost."""
MOST_TRACK_HEIGHT = 440
NAMES = 190
"""Room for names at the left of bands; a line chart with the same room lines up with them."""
DASHES = ("", "6 3", "2 3", "8 3 2 3", "1 3", "10 4")


@dataclass(frozen=True)
class Line:
    """A line of a chart."""

    name: str
    x: np.ndarray
    y: np.ndarray
    steps: bool = False
    """The value holds until the next one, as of enumerations."""


@dataclass(frozen=True)
class Frame:
    """The room of a chart and what its axes cover."""

    x: tuple[float, float]
    y: tuple[float, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT

    def px(self, value: float | np.ndarray) -> Any:
        """Places from left to right."""
        low, high = self.x
        return self.left + (np.asarray(value) - low) / (high - low) * (self.width - self.left - RIGHT)

    def py(self, value: float | np.ndarray) -> Any:
        """Places from bottom to top."""
        low, high = self.y
        return self.height - BOTTOM - (np.asarray(value) - low) / (high - low) * (self.height - TOP - BOTTOM)


def svg(frame: Frame, parts: Sequence[str], label: str) -> str:
    """The picture, with a name for those who cannot see it."""
    head = f'<svg viewBox="0 0 {frame.width} {frame.height}" role="img" aria-label="{text(label)}">'
    return head + "".join(parts) + "</svg>"


def axes(
    frame: Frame,
    x_label: str,
    y_label: str,
    x_ticks: Sequence[tuple[float, str]],
    y_ticks: Sequence[float] | None = None,
) -> list[str]:
    """Lines and numbers."""
    parts = []
    for value in ticks(*frame.y, 5) if y_ticks is None else y_ticks:
        y = float(frame.py(value))
        parts.append(f'<line class="grid-line" x1="{frame.left}" x2="{frame.width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{frame.left - 7}" y="{y + 3.5:.1f}" text-anchor="end">{number(value)}</text>')
    base = frame.height - BOTTOM
    parts.append(f'<line class="axis" x1="{frame.left}" x2="{frame.width - RIGHT}" y1="{base}" y2="{base}"/>')
    for value, shown in x_ticks:
        x = float(frame.px(value))
        parts.append(f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="{base}" y2="{base + 4}"/>')
        parts.append(f'<text x="{x:.1f}" y="{base + 19}" text-anchor="middle">{text(shown)}</text>')
    if x_label:
        parts.append(f'<text x="{frame.width - RIGHT}" y="{frame.height - 5}" text-anchor="end">{text(x_label)}</text>')
    if y_label:
        parts.append(f'<text x="{frame.left}" y="{frame.height - 5}">{text(y_label)}</text>')
    return parts


def line_chart(
    lines: Sequence[Line],
    *,
    x_label: str,
    y_label: str,
    time: bool = True,
    spans: Sequence[tuple[float, float]] = (),
    limit: float | None = None,
    from_zero: bool = False,
    left: int = LEFT,
    over: tuple[float, float] | None = None,
) -> str:
    """Lines over time (seconds) or over another number; `spans` are marked, `limit` is a dashed line."""
    lines = [Line(line.name, np.asarray(line.x, "f8"), np.asarray(line.y, "f8"), line.steps) for line in lines]
    low, high = extent([line.y for line in lines] + ([np.array([limit])] if limit is not None else []))
    low = min(low, 0.0) if from_zero else low - (high - low) * 0.04
    frame = Frame(over or extent([line.x for line in lines]), (low, high + (high - low) * 0.04), left=left)
    marks = [(value, clock(value) if time else number(value)) for value in (time_ticks if time else ticks)(*frame.x)]
    parts = [_span(frame, start, end) for start, end in spans]
    parts += axes(frame, x_label, y_label, marks)
    parts += [_path(frame, line, place) for place, line in enumerate(lines)]
    if limit is not None:
        y = float(frame.py(limit))
        parts.append(
            f'<line x1="{frame.left}" x2="{frame.width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" '
            'stroke="var(--bad)" stroke-dasharray="4 3"/>'
        )
    names = ", ".join(line.name for line in lines)
    return (legend([line.name for line in lines]) if len(lines) > 1 else "") + svg(frame, parts, f"{names} over {x_label}")


def legend(names: Sequence[str]) -> str:
    """What each colour and dash stands for."""
    shown = []
    for place, name in enumerate(names):
        stroke = (
            f'<line x1="0" x2="20" y1="4" y2="4" stroke="{colour(place)}" stroke-width="2" stroke-dasharray="{dash(place)}"/>'
        )
        shown.append(f'<span><svg viewBox="0 0 20 8" aria-hidden="true">{stroke}</svg>{text(name)}</span>')
    return f'<div class="legend">{"".join(shown)}</div>'


def colour(place: int) -> str:
    """Of a series."""
    return f"var(--s{place % 6 + 1})"


def dash(place: int) -> str:
    """Of a series."""
    return DASHES[place % len(DASHES)]


def _span(frame: Frame, start: float, end: float) -> str:
    left, right = float(frame.px(start)), float(frame.px(end))
    place = f'x="{left:.1f}" y="{TOP}" width="{max(2.0, right - left):.1f}" height="{frame.height - TOP - BOTTOM}"'
    return f'<rect {place} fill="var(--bad)" opacity=".16"/>'


def _path(frame: Frame, line: Line, place: int) -> str:
    x, y = thinned(line.x, line.y, frame.x)
    points, pen = [], False
    for px, py in zip(np.atleast_1d(frame.px(x)), np.atleast_1d(frame.py(y)), strict=True):
        if not np.isfinite(py):
            pen = False
            continue
        if not pen:
            points.append(f"M{px:.1f} {py:.1f}")
        elif line.steps:
            points.append(f"H{px:.1f}V{py:.1f}")
        else:
            points.append(f"L{px:.1f} {py:.1f}")
        pen = True
    style = f'stroke="{colour(place)}" stroke-dasharray="{dash(place)}"'
    return f'<path d="{"".join(points)}" fill="none" stroke-width="1.6" stroke-linejoin="round" {style}/>'


def thinned(x: np.ndarray, y: np.ndarray, over: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
    """At most a few points for each column: first, least, greatest and last."""
    if len(x) <= 4 * COLUMNS:
        return x, y
    column = np.clip(((x - over[0]) / (over[1] - over[0]) * COLUMNS).astype("i8"), 0, COLUMNS - 1)
    begins = np.flatnonzero(np.diff(column, prepend=-1))
    filled = np.where(np.isfinite(y), y, np.nan)
    kept: list[int] = []
    for begin, end in zip(begins, np.append(begins[1:], len(x)), strict=True):
        part = filled[begin:end]
        places = {0, len(part) - 1}
        if np.isfinite(part).any():
            places |= {int(np.nanargmin(part)), int(np.nanargmax(part))}
        kept.extend(int(begin) + place for place in sorted(places))
    return x[kept], y[kept]


def histogram(edges: np.ndarray, shares: np.ndarray, *, x_label: str, y_label: str) -> str:
    """Bars between edges."""
    edges, shares = np.asarray(edges, "f8"), np.asarray(shares, "f8")
    top = float(shares.max()) if len(shares) and shares.max() > 0 else 1.0
    frame = Frame((float(edges[0]), float(edges[-1])), (0.0, top * 1.06))
    marks = [(value, number(value)) for value in ticks(*frame.x, 8)]
    parts = axes(frame, x_label, y_label, marks)
    base = float(frame.py(0))
    for left, right, share in zip(edges[:-1], edges[1:], shares, strict=True):
        x, end, y = float(frame.px(left)), float(frame.px(right)), float(frame.py(share))
        if share > 0:
            width = max(0.5, end - x - 1)
            said = f"<title>{number(left)} to {number(right)}: {number(share)}</title>"
            parts.append(
                f'<rect x="{x + 0.5:.1f}" y="{y:.1f}" width="{width:.1f}" height="{base - y:.1f}" fill="var(--s1)">{said}</rect>'
            )
    return svg(frame, parts, f"Histogram over {x_label}")


def bands(
    rows: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    x: tuple[float, float],
    *,
    label: Callable[[float], str] = clock,
) -> str:
    """A row for each name with the parts of time that it has."""
    height = 26 * len(rows) + BOTTOM - 8
    left = NAMES
    scale = lambda value: left + (value - x[0]) / (x[1] - x[0] or 1) * (WIDTH - left - RIGHT)  # noqa: E731
    parts = []
    for place, (name, spans) in enumerate(rows):
        y = 4 + 26 * place
        parts.append(f'<rect x="{left}" y="{y}" width="{WIDTH - left - RIGHT}" height="18" rx="3" fill="var(--idle-soft)"/>')
        parts.append(
            f'<text x="{left - 8}" y="{y + 13}" text-anchor="end">{text(_short(name))}<title>{text(name)}</title></text>'
        )
        for start, end in spans:
            width = max(2.0, scale(end) - scale(start))
            said = f"<title>{text(name)}: {label(start)} to {label(end)}</title>"
            parts.append(
                f'<rect x="{scale(start):.1f}" y="{y}" width="{width:.1f}" height="18" rx="2" '
                f'fill="{colour(place)}">{said}</rect>'
            )
    base = 26 * len(rows) + 4
    for value in time_ticks(*x):
        parts.append(f'<text x="{scale(value):.1f}" y="{base + 16}" text-anchor="middle">{label(value)}</text>')
    return svg(Frame(x, (0, 1), WIDTH, height), parts, "When: " + ", ".join(name for name, _ in rows))


def _short(name: str) -> str:
    return name if len(name) <= 22 else f"{name[:21]}…"


def track(latitude: np.ndarray, longitude: np.ndarray, values: np.ndarray | None = None) -> str:
    """A route seen from above, north up, as it is on the ground; coloured by values from dark to light when given."""
    middle = np.radians((latitude.min() + latitude.max()) / 2)
    x, y = longitude * np.cos(middle), latitude
    step = max(1, len(x) // 1500)
    x, y, values = x[::step], y[::step], None if values is None else values[::step]
    width, edge = WIDTH, 24
    span = max((x.max() - x.min()) / (width - 2 * edge), (y.max() - y.min()) / (MOST_TRACK_HEIGHT - 2 * edge), 1e-9)
    height = int(min(MOST_TRACK_HEIGHT, max(140, (y.max() - y.min()) / span + 2 * edge + 30)))
    px = width / 2 + (x - (x.min() + x.max()) / 2) / span
    py = height / 2 - (y - (y.min() + y.max()) / 2) / span
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(px, py, strict=True))
    parts = [
        f'<polyline points="{points}" fill="none" stroke="var(--line-strong)" stroke-width="6" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    ]
    if values is None:
        parts.append(f'<polyline points="{points}" fill="none" stroke="var(--s1)" stroke-width="2.5" stroke-linejoin="round"/>')
    else:
        parts += _coloured(px, py, values)
    for place, fill, name in ((0, "var(--ok)", "Start"), (-1, "var(--bad)", "End")):
        parts.append(
            f'<circle cx="{px[place]:.1f}" cy="{py[place]:.1f}" r="5.5" fill="{fill}" '
            f'stroke="var(--panel)" stroke-width="2"><title>{name}</title></circle>'
        )
    parts += _scale_bar(span, height)
    return svg(Frame((0, 1), (0, 1), width, height), parts, "Route")


def _coloured(px: np.ndarray, py: np.ndarray, values: np.ndarray) -> list[str]:
    low, high = extent([values])
    shade = np.nan_to_num(np.clip((values - low) / (high - low) * 4, 0, 4)).astype("i8")
    parts = []
    for level in range(5):
        rows = np.flatnonzero(shade[:-1] == level)
        path = "".join(f"M{px[i]:.1f} {py[i]:.1f}L{px[i + 1]:.1f} {py[i + 1]:.1f}" for i in rows)
        mix = f"color-mix(in oklab,var(--s2) {level * 25}%,var(--s1))"
        parts.append(f'<path d="{path}" fill="none" stroke="{mix}" stroke-width="3" stroke-linecap="round"/>')
    return parts


def _scale_bar(degrees_per_pixel: float, height: int) -> list[str]:
    metres_per_pixel = degrees_per_pixel * 111_195
    lengths = [size * 10**power for power in range(0, 7) for size in (1, 2, 5)]
    metres = max((one for one in lengths if one / metres_per_pixel <= 160), default=1)
    pixels = metres / metres_per_pixel
    shown = f"{metres} m" if metres < 1000 else f"{metres // 1000} km"
    y = height - 10
    return [
        f'<path d="M16 {y - 4}V{y}H{16 + pixels:.1f}V{y - 4}" fill="none" stroke="var(--ink-3)"/>',
        f'<text x="{16 + pixels / 2:.1f}" y="{y - 6}" text-anchor="middle">{shown}</text>',
    ]
