"""The index at the end of a signal store: groups, axes and signals. Version 1 of docs/reference/signal-store.md."""

from __future__ import annotations

import mmap
import struct
import zlib
from dataclasses import dataclass, field

import numpy as np

from loggerhead.errors import DamagedFile, UnsupportedFile

MAGIC = b"LHSIGNAL"
VERSION = 1
HEAD_BYTES = 16
TRAILER_BYTES = 40

Bytes = mmap.mmap | bytes | memoryview


@dataclass(frozen=True)
class Directory:
    """Where the blocks of an axis or a series are: one row an entry, or one row a page of entries."""

    paged: bool
    entries: np.ndarray
    """Shape (entries, columns), float64."""


@dataclass(frozen=True)
class Group:
    """A message, or a channel group of a file."""

    name: str
    bus_kind: str = ""
    bus_channel: int = 0
    bus_name: str = ""
    id: int | None = None
    """The frames' identifier; None for signals that the file held decoded."""
    extended: bool = False
    catalog: str = ""
    message: str = ""


@dataclass(frozen=True)
class Axis:
    """The times of one or more series."""

    falls: bool
    """Somewhere a time is less than the one before."""
    chunks: Directory


@dataclass(frozen=True)
class Series:
    """One signal as the index describes it."""

    group: int
    axis: int
    name: str
    unit: str
    comment: str
    raw_type: int
    is_text: bool
    coded: bool
    rounded: bool
    first: float
    """Factor, or the offset of the texts."""
    second: float
    """Offset, or the length of the texts."""
    names: dict[float, str] = field(repr=False)
    minimum: float | None
    maximum: float | None
    without_value: int
    chunks: Directory


@dataclass(frozen=True)
class Index:
    """All that a store says of itself."""

    origin_ms: float
    origin_ns: int
    """After `origin_ms`, 0 to 999,999."""
    groups: list[Group]
    axes: list[Axis]
    series: list[Series]
    blocks_end: int


def read_index(data: Bytes) -> Index:
    """Reads head, trailer and index.

    Raises DamagedFile where the file is none or was cut off, UnsupportedFile for a newer version.
    """
    size = len(data)
    if size < HEAD_BYTES + TRAILER_BYTES:
        raise DamagedFile("The signal store ends", size)
    magic, version, _ = struct.unpack_from("<8sII", data, 0)
    if magic != MAGIC:
        raise DamagedFile("This is no signal store: another head", 0)
    if version > VERSION:
        raise UnsupportedFile(f"Version {version} of the signal store is newer than this package; update loggerhead.")
    start = size - TRAILER_BYTES
    offset, packed, plain, crc, _, _, own, end = struct.unpack_from("<dIIIIII8s", data, start)
    if end != MAGIC:
        raise DamagedFile("The signal store has no end (writing it was interrupted)", start)
    if own != zlib.crc32(data[start : start + 28]):
        raise DamagedFile("The end of the signal store has a wrong checksum", start)
    at = int(offset)
    if at < HEAD_BYTES or at + packed != start:
        raise DamagedFile("The index of the signal store is not before its end", start)
    body = data[at : at + packed]
    if zlib.crc32(body) != crc:
        raise DamagedFile("The index has a wrong checksum", at)
    text = zlib.decompress(body, wbits=-15, bufsize=max(plain, 1))
    if len(text) != plain:
        raise DamagedFile("The index has another length than it states", at)
    return _Fields(text, at).index()


class _Fields:
    """The fields of the index, one after the other."""

    def __init__(self, data: bytes, offset: int):
        self._data = data
        self._at = 0
        self._offset = offset

    def index(self) -> Index:
        try:
            origin_ms, origin_ns = self._f64(), self._int()
            groups = [self._group() for _ in range(self._int())]
            axes = [self._axis() for _ in range(self._int())]
            series = [self._series() for _ in range(self._int())]
        except (IndexError, struct.error, ValueError) as error:
            raise DamagedFile(f"The index cannot be read ({error})", self._offset) from error
        return Index(origin_ms, origin_ns, groups, axes, series, self._offset)

    def _u8(self) -> int:
        value = self._data[self._at]
        self._at += 1
        return value

    def _int(self) -> int:
        value = shift = 0
        while True:
            byte = self._u8()
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7

    def _f64(self) -> float:
        (value,) = struct.unpack_from("<d", self._data, self._at)
        self._at += 8
        return value

    def _text(self) -> str:
        length = self._int()
        text = self._data[self._at : self._at + length]
        if len(text) != length:
            raise IndexError("a text past its end")
        self._at += length
        return text.decode("utf-8", "replace")

    def _group(self) -> Group:
        name = self._text()
        if self._u8() == 0:
            return Group(name)
        return Group(
            name,
            bus_kind=self._text(),
            bus_channel=self._int(),
            bus_name=self._text(),
            id=self._int(),
            extended=self._u8() != 0,
            catalog=self._text(),
            message=self._text(),
        )

    def _directory(self, columns: int) -> Directory:
        paged = self._u8() == 1
        count = self._int()
        numbers = np.frombuffer(self._data, "<f8", count * columns, self._at)
        self._at += count * columns * 8
        return Directory(paged, numbers.reshape(columns, count).T)

    def _levels(self, columns: int) -> None:
        """Tiles are for pictures; samples are read from chunks."""
        for _ in range(self._int()):
            self._directory(columns)

    def _axis(self) -> Axis:
        axis = Axis(self._u8() & 1 != 0, self._directory(5))
        self._levels(5)
        return axis

    def _series(self) -> Series:
        group, axis = self._int(), self._int()
        name, unit, comment = self._text(), self._text(), self._text()
        raw_type, flags = self._u8(), self._u8()
        first, second = self._f64(), self._f64()
        names = {}
        for _ in range(self._int()):
            raw = self._f64()
            names[raw] = self._text()
        minimum = self._f64() if flags & 8 else None
        maximum = self._f64() if flags & 16 else None
        without_value = self._int()
        chunks = self._directory(6)
        self._levels(2)
        return Series(
            group=group,
            axis=axis,
            name=name,
            unit=unit,
            comment=comment,
            raw_type=raw_type,
            is_text=flags & 1 != 0,
            coded=flags & 2 != 0,
            rounded=flags & 4 != 0,
            first=first,
            second=second,
            names=names,
            minimum=minimum,
            maximum=maximum,
            without_value=without_value,
            chunks=chunks,
        )
