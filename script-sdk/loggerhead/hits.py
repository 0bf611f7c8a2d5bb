"""Hits: moments of a recording that are worth looking at. The viewer opens their list and jumps to their seconds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loggerhead.job import DataFile


@dataclass(frozen=True)
class Hit:
    """A part of a recording, in seconds since its start."""

    description: str
    start: float
    end: float

    @property
    def duration(self) -> float:
        """In seconds."""
        return self.end - self.start


class Hits:
    """Hits of all files, in the order in which the files were given."""

    def __init__(self) -> None:
        self._of: dict[int, tuple[DataFile, list[Hit]]] = {}

    def add(self, file: DataFile, description: str, start: float, end: float | None = None) -> Hit:
        """Adds a hit from `start` to `end` (seconds since the recording's start); without `end` a moment."""
        hit = Hit(description, float(start), float(start if end is None else end))
        if not hit.end >= hit.start:
            raise ValueError(f"The hit {description!r} ends ({hit.end} s) before it begins ({hit.start} s).")
        self._of.setdefault(id(file), (file, []))[1].append(hit)
        return hit

    def of(self, file: DataFile) -> list[Hit]:
        """The hits of a file."""
        return list(self._of.get(id(file), (file, []))[1])

    def __len__(self) -> int:
        return sum(len(hits) for _, hits in self._of.values())

    def to_dict(self) -> dict[str, Any]:
        """As `.dsr` files have it."""
        return {"HitList": [_entry(file, hits) for file, hits in self._of.values()]}

    def save(self, path: Path) -> Path:
        """Writes a `.dsr` file."""
        path.write_text(json.dumps(self.to_dict(), indent=2), encoding="utf-8")
        return path


def _entry(file: DataFile, hits: list[Hit]) -> dict[str, Any]:
    start = file.attributes.get("startDate") or (file.start.isoformat() if file.start else None)
    shown = [{"Description": hit.description, "StartTime": hit.start, "EndTime": hit.end} for hit in hits]
    return {"id": file.id, "startDate": start, "vehicle": file.vehicle, "FilenameAndPath": file.filename, "Hits": shown}
