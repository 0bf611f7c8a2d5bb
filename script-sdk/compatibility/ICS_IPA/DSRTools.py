"""Hit lists (`.dsr`), in the three ways of the public package."""

from __future__ import annotations

import json
import os
from typing import Any

from ICS_IPA.DataFileIOLibrary import END, ICSDataFile

ICSDataFileType = type[ICSDataFile]
"""As scripts annotate their own functions."""


class DSRFile:
    """Collects hits of data files; times are seconds since the start of the measurement."""

    def __init__(self) -> None:
        self.dsr: dict[str, list[dict[str, Any]]] = {"HitList": []}
        self.data_to_hitlist: dict[Any, dict[str, Any]] = {}

    def Begin(self, data: Any, hitDescription: str = "Hit number ", initTrigger: bool = False) -> None:
        """Begins with a data file: then call IncludeCurrentRecord at each record, and End."""
        self.numRec = 0
        self.triggered = initTrigger
        self.hitDescription = hitDescription
        self.data = data
        file = data.dbFile
        entry = {name: file[name] for name in ("id", "startDate", "vehicle") if name in file}
        entry["FilenameAndPath"] = file.get("filename") or os.path.basename(file["path"])
        self.dsr["HitList"].append(entry)
        self.data_to_hitlist[data] = entry

    def IncludeCurrentRecord(self, included: bool) -> None:
        """A hit begins at the first record that is included, and ends at the first that is not."""
        hits = self.dsr["HitList"][-1].setdefault("Hits", []) if included or self.triggered else []
        if included and not self.triggered:
            hits.append({"Description": f"{self.hitDescription}{self.numRec}", "StartTime": self.data.RecordTimestamp})
            self.numRec += 1
            self.triggered = True
        elif not included and self.triggered:
            if hits:
                hits[-1]["EndTime"] = self.data.RecordTimestamp
            self.triggered = False

    def End(self) -> None:
        """Ends a hit that is open at the end of the file."""
        hits = self.dsr["HitList"][-1].get("Hits", [])
        if self.triggered and hits:
            _, start, end = self.data.GetMeasurementTimeBounds()
            hits[-1]["EndTime"] = end - start

    def IncludeHit(self, data: Any, hitStartTime: float, hitEndTime: float, hitDescription: str = "Include Hit") -> None:
        """Adds a hit of a data file."""
        if data not in self.data_to_hitlist:
            self.Begin(data)
        hits = self.data_to_hitlist[data].setdefault("Hits", [])
        hits.append({"Description": hitDescription, "StartTime": float(hitStartTime), "EndTime": float(hitEndTime)})

    def Add(self, data: Any, callback: Any, hitDiscretion: str = "Hit number ", initTrigger: bool = False) -> None:
        """Walks through a data file; `callback(points, timestamps)` says which records are included."""
        current = data.JumpAfterTimestamp(0)
        self.Begin(data, hitDiscretion, initTrigger)
        points, timestamps = data.GetPoints(), data.GetTimeStamps()
        while current != END:
            self.IncludeCurrentRecord(bool(callback(points, timestamps)))
            current = data.GetNextRecord()
        self.End()

    def save(self, filename: str = "data.dsr") -> None:
        """Writes the file."""
        with open(filename, "w", encoding="utf-8") as file:
            json.dump(self.dsr, file, sort_keys=True, indent=4)
