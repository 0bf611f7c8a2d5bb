"""The signals of a recording, by name."""

from __future__ import annotations

import difflib
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from loggerhead.errors import SignalError
from loggerhead.signal import Kind, Method, Signal
from loggerhead.signal_store import StoredSignal, open_store

if TYPE_CHECKING:
    import pandas

MOST_ROWS = 20_000_000
"""Rows of a table that are still sensible: more fill the memory of a run."""


@dataclass(frozen=True)
class SignalInfo:
    """What is known of a signal before it is read."""

    name: str
    group: str
    unit: str
    kind: Kind
    count: int
    comment: str = ""


class Signals(ABC):
    """Signals by name. `signals['VehicleSpeed']` reads one; `'Chassis.VehicleSpeed'` takes the one of that message."""

    start: np.datetime64
    """The zero of all times, UTC."""

    @property
    @abstractmethod
    def infos(self) -> Sequence[SignalInfo]:
        """All signals, in the order of the recording."""

    @abstractmethod
    def _read(self, number: int, start: float, end: float) -> Signal:
        """Reads the samples of one signal within seconds, ends included."""

    @property
    def names(self) -> list[str]:
        """The names, each once."""
        return list(dict.fromkeys(info.name for info in self.infos))

    def __contains__(self, name: str) -> bool:
        return self._number(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.infos)

    def __getitem__(self, name: str) -> Signal:
        return self.read(name)

    def info(self, name: str) -> SignalInfo:
        """What is known of a signal. Raises SignalError with names that are near when there is none."""
        return self.infos[self._known(name)]

    def read(self, name: str, start: float = -np.inf, end: float = np.inf, group: str | None = None) -> Signal:
        """Reads a signal, or its samples from `start` to `end` (seconds, ends included).

        Where several groups have a signal of that name, `group` says which; else the first that has samples is taken.
        Raises SignalError with names that are near when there is none.
        """
        return self._read(self._known(name if group is None else f"{group}.{name}"), start, end)

    def get(self, name: str) -> Signal | None:
        """Reads a signal; None when there is none of that name."""
        number = self._number(name)
        return None if number is None else self._read(number, -np.inf, np.inf)

    def first_of(self, names: Iterable[str]) -> Signal | None:
        """Reads the first of several names that is there: vehicles call one thing by many names."""
        for name in names:
            signal = self.get(name)
            if signal is not None and len(signal):
                return signal
        return None

    def matching(self, pattern: str) -> list[str]:
        """Names that a regular expression is found in, whatever their case."""
        return [name for name in self.names if re.search(pattern, name, re.IGNORECASE)]

    def table(
        self,
        names: Sequence[str],
        raster: float | None = None,
        *,
        start: float = -np.inf,
        end: float = np.inf,
        method: Method = "hold",
        absolute: bool = False,
        labels: bool = False,
    ) -> pandas.DataFrame:
        """Several signals side by side.

        With `raster` (seconds) there is a row every so often, else one for each time that any of the signals has a sample.
        Values between samples follow `method`; see `Signal.sampled`. `labels` gives enumerations by name, `absolute` an index
        of UTC moments instead of seconds since the start.
        """
        import pandas

        signals = [self.read(name, start, end) for name in names]
        times = _raster(signals, raster)
        columns = {}
        for name, signal in zip(names, signals, strict=True):
            by_name = labels and signal.kind == "enumeration"
            shown = _labelled(signal) if by_name else signal
            columns[name] = shown.sampled(times, "hold" if shown.kind != "number" else method)
        if absolute:
            moments = self.start + np.round(times * 1e9).astype("i8").astype("timedelta64[ns]")
            return pandas.DataFrame(columns, index=pandas.DatetimeIndex(moments, tz="UTC", name="time"))
        return pandas.DataFrame(columns, index=pandas.Index(times, name="time"))

    def _number(self, name: str) -> int | None:
        places = self._places().get(name) or self._places().get(name.casefold())
        if not places:
            return None
        return next((place for place in places if self.infos[place].count), places[0])

    def _known(self, name: str) -> int:
        number = self._number(name)
        if number is not None:
            return number
        near = difflib.get_close_matches(name, self.names, 3, 0.5)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise SignalError(f"There is no signal {name} among {len(self)}.{hint}")

    def _places(self) -> dict[str, list[int]]:
        """Where each name is: as it is, with its group, and both without regard to case."""
        known = self.__dict__.get("_by_name")
        if known is not None:
            return known
        by_name: dict[str, list[int]] = {}
        for number, info in enumerate(self.infos):
            own = {info.name, f"{info.group}.{info.name}"}
            for name in own | {one.casefold() for one in own}:
                by_name.setdefault(name, []).append(number)
        self.__dict__["_by_name"] = by_name
        return by_name


class StoreSignals(Signals):
    """The signals of a signal store: read as they are, chunk by chunk, and only within the window."""

    def __init__(self, path: str | Path):
        self.store = open_store(path)
        self.start = self.store.origin
        self._infos = [_info_of(signal) for signal in self.store.signals]

    @property
    def infos(self) -> Sequence[SignalInfo]:
        return self._infos

    def _read(self, number: int, start: float, end: float) -> Signal:
        signal = self.store.signals[number]
        parts = list(signal.chunks(start * 1e9, end * 1e9))
        times = np.concatenate([time for time, _ in parts]) if parts else np.empty(0)
        raw = np.concatenate([value for _, value in parts]) if parts else np.empty(0)
        info = self._infos[number]
        return Signal(
            name=info.name,
            unit=info.unit,
            kind=info.kind,
            times=times / 1e9,
            values=_physical(signal, raw),
            raw=raw,
            start=self.start,
            names=signal.series.names,
            comment=info.comment,
            group=info.group,
        )


def _info_of(signal: StoredSignal) -> SignalInfo:
    series = signal.series
    return SignalInfo(
        series.name, signal.group.message or signal.group.name, series.unit, signal.kind, signal.count, series.comment
    )


def _physical(signal: StoredSignal, raw: np.ndarray) -> np.ndarray:
    if signal.kind == "text":
        texts = np.array([*signal.texts, ""], dtype=object)
        places = raw.astype("i8")
        return texts[np.where((places >= 0) & (places < len(texts) - 1), places, len(texts) - 1)]
    return raw.astype("f8") * signal.factor + signal.offset


def _labelled(signal: Signal) -> Signal:
    return Signal(
        name=signal.name,
        unit="",
        kind="text",
        times=signal.times,
        values=signal.labels,
        raw=signal.raw,
        start=signal.start,
        group=signal.group,
    )


def _raster(signals: Sequence[Signal], raster: float | None) -> np.ndarray:
    times = [signal.times for signal in signals if len(signal)]
    if not times:
        return np.empty(0)
    if raster is None:
        return np.unique(np.concatenate(times))
    if raster <= 0:
        raise SignalError(f"A raster of {raster} s has no end of rows; give seconds above 0.")
    first, last = min(time.min() for time in times), max(time.max() for time in times)
    rows = (last - first) / raster + 1
    if rows > MOST_ROWS:
        raise SignalError(f"A raster of {raster} s makes {rows:.0f} rows; take a coarser one or a shorter window.")
    return first + raster * np.arange(int(np.floor(rows + 1e-9)))
