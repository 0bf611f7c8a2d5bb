"""Ticks and numbers as people write them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from html import escape

import numpy as np


def number(value: float | None, digits: int = 4) -> str:
    """Short: four digits that count, thousands apart; an en dash for nothing."""
    if value is None or not math.isfinite(value):
        return "–"
    if value == 0:
        return "0"
    size = math.floor(math.log10(abs(value)))
    if size >= 15 or size < -4:
        return f"{value:.{digits - 1}e}"
    places = max(0, digits - 1 - size)
    text = f"{value:,.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace(",", "\u202f").replace("-", "\u2212")


def fixed(value: float, decimals: int) -> str:
    """With so many decimals; an en dash for nothing."""
    if not math.isfinite(value):
        return "–"
    return f"{value:,.{decimals}f}".replace(",", "\u202f").replace("-", "\u2212")


def duration(seconds: float | None) -> str:
    """`1 h 02 min`, `3 min 20 s`, `4.2 s`; kept together on a line."""
    if seconds is None or not math.isfinite(seconds):
        return "–"
    if seconds < 60:
        return f"{number(seconds, 3)}\u00a0s"
    minutes = int(seconds // 60)
    if minutes < 60:
        return f"{minutes}\u00a0min\u00a0{int(seconds % 60):02d}\u00a0s"
    return f"{minutes // 60}\u00a0h\u00a0{minutes % 60:02d}\u00a0min"


def counted(count: int, noun: str) -> str:
    """`1 drive`, `2 drives`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def clock(seconds: float) -> str:
    """`0:05.3`, `12:00`, `1:02:03`: a place in a recording."""
    whole, part = int(seconds), seconds - int(seconds)
    text = f"{whole // 60}:{whole % 60:02d}" if whole < 3600 else f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return text + (f"{part:.1f}"[1:] if part >= 0.05 and round(part, 1) < 1 else "")


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from `low` to `high`, at most `most` or one more."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return [low] if math.isfinite(low) else []
    step = 10 ** math.floor(math.log10((high - low) / most))
    step = next(step * factor for factor in (1, 2, 2.5, 5, 10, 20) if (high - low) / (step * factor) <= most)
    first = math.ceil(low / step - 1e-9)
    return [round(step * place, 12) for place in range(first, math.floor(high / step + 1e-9) + 1)]


def time_ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Round seconds, minutes or hours."""
    steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400]
    step = next((one for one in steps if (high - low) / one <= most), None)
    if high <= low or high - low < 0.5 or step is None:
        return ticks(low, high, most)
    return [step * place for place in range(math.ceil(low / step), math.floor(high / step) + 1)]


def extent(arrays: Iterable[np.ndarray]) -> tuple[float, float]:
    """Least and greatest number of all arrays, apart even when there is only one; (0, 1) for none."""
    finite = [array[np.isfinite(array)] for array in arrays]
    finite = [array for array in finite if len(array)]
    if not finite:
        return 0.0, 1.0
    low, high = float(min(array.min() for array in finite)), float(max(array.max() for array in finite))
    if low == high:
        apart = abs(low) * 0.05 or 0.5
        return low - apart, high + apart
    return low, high


def text(value: object) -> str:
    """Safe in HTML."""
    return escape(str(value))
