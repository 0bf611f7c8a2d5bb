"""Bus frames of MDF files, read by asammdf."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from loggerhead.errors import MissingPackage
from loggerhead.frames.block import (
    BIT_RATE_SWITCH,
    ERROR,
    ERROR_STATE,
    EXTENDED,
    FD,
    REMOTE,
    ROWS_PER_BLOCK,
    SENT,
    FrameBlock,
)

EVENTS = {"CAN_DataFrame": 0, "CAN_RemoteFrame": REMOTE, "CAN_ErrorFrame": ERROR, "LIN_Frame": 0}


def read_mdf(path: Path) -> Iterator[FrameBlock]:
    """The frames of bus logging, group by group. A file without bus logging has none."""
    try:
        from asammdf import MDF
    except ImportError as error:
        raise MissingPackage("asammdf", "MDF files") from error

    with MDF(path) as mdf:
        start = round(mdf.header.start_time.timestamp() * 1e9)
        for number, group in enumerate(mdf.groups):
            names = {channel.name for channel in group.channels}
            for event, flags in EVENTS.items():
                if f"{event}.ID" in names or f"{event}.BusChannel" in names:
                    yield from _Group(mdf, number, event, names).blocks(start, flags)


class _Group:
    def __init__(self, mdf: Any, number: int, event: str, names: set[str]):
        self._mdf = mdf
        self._number = number
        self._event = event
        self._names = names
        self._count = mdf.groups[number].channel_group.cycles_nr

    def blocks(self, start_ns: int, flags: int) -> Iterator[FrameBlock]:
        for first in range(0, self._count, ROWS_PER_BLOCK):
            yield self._block(first, min(ROWS_PER_BLOCK, self._count - first), start_ns, flags)

    def _block(self, first: int, count: int, start_ns: int, constant: int) -> FrameBlock:
        times = self._mdf.get_master(self._number, record_offset=first, record_count=count)
        column = lambda name, default=0: self._column(name, first, count, default)  # noqa: E731
        identifier = column("ID").astype("u4")
        flags = np.full(count, constant, "u1")
        # an identifier of more than 11 bits is extended, whatever the flag says
        flags |= np.where((column("IDE") != 0) | (identifier > 0x7FF), EXTENDED, 0).astype("u1")
        for name, flag in (("Dir", SENT), ("EDL", FD), ("BRS", BIT_RATE_SWITCH), ("ESI", ERROR_STATE)):
            flags |= np.where(column(name) != 0, flag, 0).astype("u1")
        length = self._length(first, count)
        data = self._data(first, count, length)
        return FrameBlock(
            times=start_ns + np.round(times * 1e9).astype("i8"),
            channel=column("BusChannel", -1).astype("i4"),
            id=identifier & 0x1FFFFFFF,
            flags=flags,
            length=length,
            data=data,
        )

    def _column(self, name: str, first: int, count: int, default: int = 0) -> np.ndarray:
        full = f"{self._event}.{name}"
        if full not in self._names:
            return np.full(count, default, "i8")
        place = {"group": self._number, "record_offset": first, "record_count": count}
        # a bus that a group has all to itself is a virtual channel: only its conversion knows it; others convert to words
        physical = self._mdf.get(full, **place).samples
        return physical if physical.dtype.kind in "biuf" else self._mdf.get(full, raw=True, **place).samples

    def _length(self, first: int, count: int) -> np.ndarray:
        for name in ("DataLength", "ReceivedDataByteCount", "DLC"):
            if f"{self._event}.{name}" in self._names:
                return self._column(name, first, count).astype("u2")
        return np.zeros(count, "u2")

    def _data(self, first: int, count: int, length: np.ndarray) -> np.ndarray:
        full = f"{self._event}.DataBytes"
        if full not in self._names:
            return np.zeros((count, 0), "u1")
        place = {"group": self._number, "record_offset": first, "record_count": count}
        data = np.array(self._mdf.get(full, raw=True, **place).samples, dtype="u1").reshape(count, -1)
        data[np.arange(data.shape[1]) >= length[:, None]] = 0
        return data
