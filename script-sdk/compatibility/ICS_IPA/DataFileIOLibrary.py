"""Walks through the signals that an `.asl` or `.sl` names, record by record, as the public package does.

A record is a time at which any active channel has a sample; each channel shows its last value. Times are seconds since the
start of the measurement. Signals come from the recording's signal store, or from an MDF file that holds signals.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ICS_IPA import IPAInterfaceLibrary
from loggerhead.asl import SignalNames, read_signal_names
from loggerhead.errors import LoggerheadError
from loggerhead.job import DataFile
from loggerhead.signals import Signals

logger = logging.getLogger(__name__)
logger.setLevel(logging.INFO)
# people look for it among the results
handler = logging.FileHandler("IPA.log", delay=True)
handler.setFormatter(logging.Formatter("%(asctime)s - %(name)s - %(levelname)s - %(message)s"))
logger.addHandler(handler)

outputDir = os.getcwd()
"""Where `IPA.log` is written."""
END = sys.float_info.max
"""What the walk gives when there is no record any more."""
SECONDS_2007 = 1_167_609_600
"""2007-01-01T00:00:00Z in seconds since 1970."""


class ICSDataFile:
    """The named signals of a data file. `points` and `timestamps` are changed in place by each step."""

    def __init__(self, dbFile: str | dict[str, Any], slFilePath: str, AutoCleanUpTempFiles: bool = True):
        """Raises ValueError when the file has no signals or the list of signals cannot be read."""
        self.dbFile = _entry_of(dbFile)
        self.slFilePath = slFilePath
        self.RecordTimestamp = -1.0
        # nothing is converted: the file itself is read, and nothing is left to be cleaned up
        self.dbFileName = self.dbFile["path"]
        self.AutoCleanUpTempFiles = AutoCleanUpTempFiles
        self.UsingTempDBFile = self.UsingTempSLFile = False
        self.IsOpen = False
        try:
            names = _channels(slFilePath)
            signals = _signals_of(self.dbFile)
        except (LoggerheadError, OSError) as error:
            logger.error(str(error))
            raise ValueError(str(error)) from error
        self.nameToIndex = {channel.name: number for number, channel in enumerate(names)}
        self.indexToName = dict(enumerate(self.nameToIndex))
        self.numChannels = len(self.nameToIndex)
        self._read(names, signals)
        self.IsOpen = True
        logger.info("Read %d channels of %s", len(names), Path(self.dbFile["path"]).name)

    def _read(self, names: list[SignalNames], signals: Signals) -> None:
        self._times: list[np.ndarray] = []
        self._values: list[np.ndarray] = []
        for channel in names:
            found = channel.found_in(signals)
            signal = None if found is None else signals.read(found).in_order().known()
            if signal is None or signal.kind == "text":
                logger.warning("The signal %s was not found in %s", channel.name, Path(self.dbFile["path"]).name)
                signal = None
            self._times.append(np.empty(0) if signal is None else signal.times)
            self._values.append(np.empty(0) if signal is None else signal.values)
        count = len(names)
        self.points = np.full(count, np.nan)
        self.timestamps = np.full(count, np.nan)
        self._active = np.ones(count, dtype=bool)
        starts = [times[0] for times in self._times if len(times)]
        ends = [times[-1] for times in self._times if len(times)]
        self._first_common = max(starts, default=np.inf)
        self._bounds = (min(starts, default=0.0), max(ends, default=0.0))
        self.measStart = float((signals.start - np.datetime64("1970-01-01", "ns")) / np.timedelta64(1, "s")) - SECONDS_2007
        self._place = -1
        self._make_records()

    def _make_records(self) -> None:
        active = [times for times, wanted in zip(self._times, self._active, strict=True) if wanted and len(times)]
        self._records = np.unique(np.concatenate(active)) if active else np.empty(0)

    def __enter__(self) -> ICSDataFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.IsOpen = False

    def __getitem__(self, key: str | int) -> dict[str, Any] | None:
        """A channel by name or number: name, index, point, time."""
        index = self.nameToIndex.get(key) if isinstance(key, str) else key
        if index is None or index not in self.indexToName:
            return None
        return {"name": self.indexToName[index], "index": index, "point": self.points[index], "time": self.timestamps[index]}

    def indexOfSignal(self, sigName: str) -> int:
        """-1 when there is none."""
        return self.nameToIndex.get(sigName, -1)

    def GetNumChannels(self) -> int:
        return self.numChannels

    def GetMeasurementStart(self) -> float:
        """Seconds since 2007-01-01, UTC."""
        return self.measStart

    def GetMeasurementTimeBounds(self) -> tuple[int, float, float]:
        """1, and start and end in seconds since 2007-01-01, UTC."""
        return 1, self.measStart, self.measStart + self._bounds[1]

    def GetPoints(self) -> np.ndarray:
        return self.points

    def GetTimeStamps(self) -> np.ndarray:
        return self.timestamps

    def SetActiveMask(self, mask: str) -> int:
        """A 1 for each channel whose samples make records, a 0 for the others."""
        if len(mask) != len(self._active):
            return 0
        self._active[:] = [letter == "1" for letter in mask]
        self._make_records()
        self._place = int(np.searchsorted(self._records, self.RecordTimestamp, side="right")) - 1
        return 1

    def SetCursorsToStart(self) -> float:
        return self._go(0)

    def JumpAfterTimestamp(self, timestamp: float) -> float:
        """The first record at or after a time at which all channels have a value."""
        return self._go(int(np.searchsorted(self._records, max(timestamp, self._common()))))

    def JumpBeforeTimestamp(self, timestamp: float) -> float:
        """The record at a time, or the last one before it; the first one at which all channels have a value at least."""
        before = int(np.searchsorted(self._records, timestamp, side="right")) - 1
        return self._go(max(before, int(np.searchsorted(self._records, self._common()))))

    def GetNextRecord(self) -> float:
        return self._go(self._place + 1)

    def GetNextValidRecord(self) -> float:
        return self._go(self._place + 1)

    def GetNextChangedRecord(self) -> float:
        """The next record at which a channel has another value."""
        before = self.points.copy()
        while (time := self._go(self._place + 1)) != END:
            if not np.array_equal(before, self.points, equal_nan=True):
                break
        return time

    def _common(self) -> float:
        return 0.0 if np.isinf(self._first_common) else self._first_common

    def _go(self, place: int) -> float:
        if not 0 <= place < len(self._records):
            self._place = len(self._records)
            self.RecordTimestamp = END
            return END
        self._place = place
        time = self.RecordTimestamp = float(self._records[place])
        for number, times in enumerate(self._times):
            at = int(np.searchsorted(times, time, side="right")) - 1
            if at >= 0:
                self.points[number] = self._values[number][at]
                self.timestamps[number] = times[at]
        return time


def _entry_of(file: str | dict[str, Any]) -> dict[str, Any]:
    """What the job file says of a path."""
    if isinstance(file, dict):
        if "path" not in file:
            raise ValueError("invalid db/mdf File Path")
        return file
    try:
        listed = IPAInterfaceLibrary.get_input_file_list() or []
    except (OSError, ValueError, KeyError):
        listed = []
    return next((one for one in listed if isinstance(one, dict) and one.get("path") == file), {"path": file})


def _channels(path: str) -> list[SignalNames]:
    """Of an `.asl` (with aliases) or an `.sl` (without)."""
    text = path if path.lstrip().startswith("{") else Path(path).read_text(encoding="utf-8-sig")
    try:
        configuration = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError("The JSON file is invalid") from error
    for channel in configuration.get("Channels", []):
        if isinstance(channel, dict) and "name_in_script" not in channel and "name" in channel:
            choice = {
                "channel_name": channel.get("channel_name") or channel["name"],
                "message_name": channel.get("message_name", ""),
            }
            channel.update(name_in_script=channel["name"], OptionalList=[choice])
    return read_signal_names(configuration)


def _signals_of(entry: dict[str, Any]) -> Signals:
    store = entry.get("signals")
    path = Path(entry["path"])
    return DataFile(
        path=path,
        id=entry.get("id"),
        upload_id=None,
        filename=entry.get("filename") or path.name,
        start=None,
        end=None,
        vehicle_id=None,
        vehicle="",
        signal_store=Path(store) if store else None,
    ).signals
