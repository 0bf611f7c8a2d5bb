"""Signals straight from a recording's signal store: nothing is decoded again, and only what is asked for is read."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np

from loggerhead.errors import DamagedFile
from loggerhead.signal_store import blocks
from loggerhead.signal_store.index import Axis, Bytes, Group, Index, Series, read_index


def open_store(path: str | Path) -> SignalStore:
    """Opens the signal store at `path`; it is read by mapping it into memory.

    Raises DamagedFile or UnsupportedFile where it is none that can be read.
    """
    with open(path, "rb") as file:
        if file.seek(0, 2) == 0:
            raise DamagedFile("The signal store is empty", 0)
        return SignalStore(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


class SignalStore:
    """The signals of a recording. Times are nanoseconds since `origin`."""

    def __init__(self, data: Bytes):
        self._data = data
        self._index: Index = read_index(data)
        self._axes: dict[int, np.ndarray] = {}
        self.signals = [StoredSignal(self, number, series) for number, series in enumerate(self._index.series)]

    @property
    def origin(self) -> np.datetime64:
        """The zero of all times, UTC, to the nanosecond."""
        milliseconds = np.datetime64(int(self._index.origin_ms), "ms").astype("datetime64[ns]")
        return milliseconds + np.timedelta64(self._index.origin_ns, "ns")

    @property
    def groups(self) -> list[Group]:
        """Messages, or channel groups of the file."""
        return self._index.groups

    def axis(self, number: int) -> Axis:
        """The axis of a signal."""
        return self._index.axes[number]

    def axis_entries(self, number: int) -> np.ndarray:
        """Entries of an axis: offset, length, count, least time, greatest time."""
        if number not in self._axes:
            self._axes[number] = blocks.all_entries(self._data, self.axis(number).chunks)
        return self._axes[number]

    @property
    def data(self) -> Bytes:
        """The bytes of the file."""
        return self._data


class StoredSignal:
    """One signal of a store."""

    def __init__(self, store: SignalStore, number: int, series: Series):
        self._store = store
        self.number = number
        self.series = series

    @property
    def group(self) -> Group:
        """What it was decoded from."""
        return self._store.groups[self.series.group]

    @property
    def kind(self) -> Literal["number", "enumeration", "text"]:
        """`text`, `enumeration` (numbers with names) or `number`."""
        if self.series.is_text:
            return "text"
        return "enumeration" if self.series.names else "number"

    @property
    def factor(self) -> float:
        """Physical = raw * factor + offset; 1 for texts."""
        return 1.0 if self.series.is_text else self.series.first

    @property
    def offset(self) -> float:
        """See `factor`; 0 for texts."""
        return 0.0 if self.series.is_text else self.series.second

    @cached_property
    def texts(self) -> list[str]:
        """The texts that the raw values of a text signal are places in."""
        if not self.series.is_text:
            return []
        return blocks.read_texts(self._store.data, self.series.first, self.series.second)

    @cached_property
    def count(self) -> int:
        """How many samples it has."""
        return int(self._store.axis(self.series.axis).chunks.entries[:, 2].sum())

    @cached_property
    def _entries(self) -> tuple[np.ndarray, np.ndarray]:
        times = self._store.axis_entries(self.series.axis)
        values = blocks.all_entries(self._store.data, self.series.chunks)
        if len(times) != len(values):
            raise DamagedFile("A signal that does not fit its axis", self._store._index.blocks_end)
        return times, values

    @property
    def times_fall(self) -> bool:
        """Somewhere a time is less than the one before, as in a recording whose clock was set back."""
        return self._store.axis(self.series.axis).falls

    def chunks(self, start_ns: float = -np.inf, end_ns: float = np.inf) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Times (ns since the origin, float64) and raw values within a window, ends included, chunk by chunk.

        Chunks outside of the window are not read.
        """
        times, values = self._entries
        data = self._store.data
        for axis_entry, entry in zip(times, values, strict=True):
            offset, length, _, least, greatest = axis_entry
            if not (least <= end_ns and greatest >= start_ns):
                continue
            time = blocks.read_times(data, offset, length)
            raw = blocks.read_values(data, entry[0], entry[1])
            if len(time) != len(raw):
                raise DamagedFile("Values that do not fit their times", int(entry[0]))
            if least < start_ns or greatest > end_ns:
                inside = (time >= start_ns) & (time <= end_ns)
                time, raw = time[inside], raw[inside]
            yield time, raw

    def gaps(self) -> np.ndarray:
        """Where no samples came for more than ten usual steps: rows of begin and end, ns since the origin."""
        found = []
        for offset, length, *_ in self._entries[0]:
            limit, before = blocks.read_gap_limit(self._store.data, offset, length)
            times = np.concatenate([[before], blocks.read_times(self._store.data, offset, length)])
            with np.errstate(invalid="ignore"):
                at = np.flatnonzero(np.diff(times) > limit)
            found.append(np.stack([times[at], times[at + 1]], axis=1))
        return np.concatenate(found) if found else np.empty((0, 2))
