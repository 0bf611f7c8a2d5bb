"""Verdict and metrics: what a run comes to, shown on the results page and charted over time."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

VerdictName = Literal["pass", "fail", "none"]

MOST_METRICS = 1000


@dataclass(frozen=True)
class Metric:
    """A number with a name that stays the same from run to run."""

    name: str
    value: float | None
    unit: str = ""
    limit: float | None = None
    """What the value is compared with; shown beside it."""


class Metrics:
    """The verdict of a run and its numbers."""

    def __init__(self) -> None:
        self.verdict: VerdictName = "none"
        self.text = ""
        self._metrics: dict[str, Metric] = {}

    def set_verdict(self, verdict: VerdictName, text: str = "") -> None:
        """`pass`, `fail` or `none`, and a sentence."""
        if verdict not in ("pass", "fail", "none"):
            raise ValueError(f"A verdict is pass, fail or none, not {verdict!r}.")
        self.verdict = verdict
        self.text = text

    def set(self, name: str, value: float | None, unit: str = "", limit: float | None = None) -> Metric:
        """Sets a metric; a value that is no finite number is kept as unknown."""
        if name not in self._metrics and len(self._metrics) >= MOST_METRICS:
            raise ValueError(f"A run has at most {MOST_METRICS} metrics.")
        metric = Metric(name, _finite(value), unit, _finite(limit))
        self._metrics[name] = metric
        return metric

    def __iter__(self) -> Iterator[Metric]:
        return iter(self._metrics.values())

    def __len__(self) -> int:
        return len(self._metrics)

    def to_dict(self) -> dict[str, Any]:
        """As `metrics.json` has it."""
        return {"verdict": self.verdict, "text": self.text, "metrics": [_entry(metric) for metric in self]}

    def save(self, path: Path) -> Path:
        """Writes the file."""
        path.write_text(json.dumps(self.to_dict(), indent=2, allow_nan=False), encoding="utf-8")
        return path


def _entry(metric: Metric) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": metric.name, "value": metric.value, "unit": metric.unit}
    return entry if metric.limit is None else entry | {"limit": metric.limit}


def _finite(value: float | None) -> float | None:
    if value is None:
        return None
    number = float(value)
    return number if math.isfinite(number) else None
