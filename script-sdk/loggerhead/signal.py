"""One signal with its samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from loggerhead.errors import SignalError

if TYPE_CHECKING:
    import pandas

Kind = Literal["number", "enumeration", "text"]
Method = Literal["hold", "linear", "nearest"]


@dataclass(frozen=True)
class Signal:
    """The samples of a signal, in the order of recording."""

    name: str
    unit: str
    kind: Kind
    times: np.ndarray
    """Seconds since the recording's start, float64."""
    values: np.ndarray
    """Physical values, float64; of text signals the texts, as objects."""
    raw: np.ndarray = field(repr=False)
    """As recorded: of enumerations the numbers that have names, of texts places in a list."""
    start: np.datetime64 = field(repr=False)
    """The zero of `times`, UTC."""
    names: Mapping[float, str] = field(default_factory=dict, repr=False)
    """Names of raw values."""
    comment: str = ""
    group: str = ""
    """The message, or the channel group, that it belongs to."""

    def __len__(self) -> int:
        return len(self.times)

    @property
    def labels(self) -> np.ndarray:
        """A text for each sample: of enumerations the name of the value (the number where it has none)."""
        if self.kind == "text":
            return self.values
        if not self.names:
            return np.array([f"{value:g}" for value in self.values], dtype=object)
        values, places = np.unique(self.raw, return_inverse=True)
        texts = np.array([self.names.get(float(value), f"{value:g}") for value in values], dtype=object)
        return texts[places]

    def window(self, start: float, end: float) -> Signal:
        """The samples from `start` to `end` (seconds, ends included)."""
        return self._taken((self.times >= start) & (self.times <= end))

    def in_order(self) -> Signal:
        """The samples in the order of time; itself when they are already."""
        if len(self) < 2 or np.all(self.times[1:] >= self.times[:-1]):
            return self
        return self._taken(np.argsort(self.times, kind="stable"))

    def known(self) -> Signal:
        """Without samples whose value is not a number."""
        if self.kind == "text" or not np.isnan(self.values).any():
            return self
        return self._taken(~np.isnan(self.values))

    def sampled(self, times: np.ndarray, method: Method = "hold") -> np.ndarray:
        """Values at other times (seconds).

        `hold` takes the last sample at or before each time, `nearest` the nearest one, `linear` a straight line between
        two samples (numbers only). Where there is no sample yet: NaN, and None for texts. Times after the last sample have
        its value with `hold` and `nearest`, NaN with `linear`.
        """
        ordered = self.in_order()
        times = np.asarray(times, dtype="f8")
        missing = None if self.kind == "text" else np.nan
        if len(ordered) == 0:
            return np.full(len(times), missing, dtype=object if self.kind == "text" else "f8")
        if method == "linear":
            if self.kind != "number":
                raise SignalError(f"{self.name} has {self.kind} values: there is nothing between two of them; take hold.")
            return np.interp(times, ordered.times, ordered.values, left=np.nan, right=np.nan)
        place = np.searchsorted(ordered.times, times, side="right") - 1
        if method == "nearest":
            after = np.minimum(place + 1, len(ordered) - 1)
            before = np.maximum(place, 0)
            nearer = np.abs(ordered.times[after] - times) < np.abs(times - ordered.times[before])
            place = np.where(nearer | (place < 0), after, before)
        found = ordered.values[np.maximum(place, 0)]
        found[place < 0] = missing
        return found

    def at(self, time: float, method: Method = "hold") -> Any:
        """The value at a time (seconds); see `sampled`."""
        return self.sampled(np.array([time]), method)[0]

    def datetimes(self) -> np.ndarray:
        """The times as datetime64[ns], UTC."""
        return self.start + np.round(self.times * 1e9).astype("i8").astype("timedelta64[ns]")

    def to_pandas(self, *, absolute: bool = False) -> pandas.Series:
        """A Series over seconds since the start, or over UTC moments when `absolute`."""
        import pandas

        index = pandas.DatetimeIndex(self.datetimes(), tz="UTC") if absolute else pandas.Index(self.times, name="time")
        return pandas.Series(self.values, index=index, name=self.name)

    def _taken(self, rows: np.ndarray) -> Signal:
        return Signal(
            name=self.name,
            unit=self.unit,
            kind=self.kind,
            times=self.times[rows],
            values=self.values[rows],
            raw=self.raw[rows],
            start=self.start,
            names=self.names,
            comment=self.comment,
            group=self.group,
        )
