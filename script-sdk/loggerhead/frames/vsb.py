"""Frames of VSB files, version 0x104: 64-byte records, some with data behind them."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from loggerhead.errors import DamagedFile, UnsupportedFile
from loggerhead.frames.block import (
    BIT_RATE_SWITCH,
    ERROR,
    ERROR_STATE,
    EXTENDED,
    FD,
    REMOTE,
    ROWS_PER_BLOCK,
    SENT,
    Frame,
    FrameBlock,
    blocks_of,
    merged,
)

HEADER_BYTES = 10
RECORD_BYTES = 64
VERSION = 0x104
EPOCH_NS = 1_167_609_600 * 10**9
"""2007-01-01T00:00:00Z, the zero of its times, in nanoseconds since 1970."""
CAN_FD = 30

RECORD = np.dtype(
    {
        "names": [
            "status",
            "status2",
            "low",
            "high",
            "system",
            "clock",
            "net",
            "protocol",
            "extra",
            "length",
            "net2",
            "id",
            "data",
            "status3",
            "extra_bytes",
        ],
        "formats": ["<u4", "<u4", "<u4", "<u4", "<u4", "u1", "u1", "u1", "u1", "u1", "u1", "<u4", "8u1", "<u4", "<u4"],
        "offsets": [0, 4, 8, 12, 16, 24, 26, 28, 30, 32, 33, 36, 40, 48, 56],
        "itemsize": RECORD_BYTES,
    }
)

TICKS = {
    10: (2**32 * 10, 10),
    9: (2**32 * 25, 25),
    8: (2**32 * 10_000, 10_000),
    6: (65_536_000, 1000),
    4: (104_857_600, 1600),
}
"""Nanoseconds of one unit of the high and the low word, for each kind of clock."""
DOUBLE_SECONDS = 7


def read_vsb(path: Path) -> Iterator[FrameBlock]:
    """The frames in the order of recording. The channel is the network's number.

    Raises UnsupportedFile for older versions, DamagedFile where a record is cut off.
    """
    with open(path, "rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    version = int.from_bytes(data[6:10], "little")
    if version != VERSION:
        raise UnsupportedFile(
            f"{path.name} is VSB version 0x{version:x}; this package reads 0x{VERSION:x}. Export it to MF4 or BLF."
        )
    return merged(_blocks(data, path.name))


def _blocks(data: mmap.mmap, name: str) -> Iterator[FrameBlock]:
    at = HEADER_BYTES
    window = 256
    while at + RECORD_BYTES <= len(data):
        count = min(window, (len(data) - at) // RECORD_BYTES)
        records = np.frombuffer(data, RECORD, count, at)
        long = np.flatnonzero((records["extra"] != 0) & (records["extra_bytes"] != 0))
        plain = int(long[0]) if len(long) else count
        if plain:
            yield _plain(records[:plain])
            at += plain * RECORD_BYTES
        # looking far ahead pays only where there is nothing in the way
        window = min(ROWS_PER_BLOCK, window * 4) if plain == count else 256
        if len(long):
            frames, at = _long(data, at)
            yield from blocks_of(frames)
    if at != len(data):
        raise DamagedFile(f"The last record of {name} is cut off", at)


def _plain(records: np.ndarray) -> FrameBlock:
    length = np.minimum(records["length"], 8).astype("u2")
    data = records["data"].copy()
    data[np.arange(8) >= length[:, None]] = 0
    return FrameBlock(
        times=_times(records),
        channel=_channels(records),
        id=records["id"].astype("u4"),
        flags=_flags(records),
        length=length,
        data=data,
    )


def _long(data: mmap.mmap, at: int) -> tuple[list[Frame], int]:
    """Consecutive records with data behind them, and where they end."""
    frames: list[Frame] = []
    while at + RECORD_BYTES <= len(data) and len(frames) < ROWS_PER_BLOCK:
        record = np.frombuffer(data, RECORD, 1, at)
        size = int(record["extra_bytes"][0])
        if record["extra"][0] == 0 or size == 0:
            break
        end = at + RECORD_BYTES + size
        if end > len(data):
            raise DamagedFile("Data behind a record are cut off", at)
        content = data[at + RECORD_BYTES : end]
        time, channel, flags = int(_times(record)[0]), int(_channels(record)[0]), int(_flags(record)[0])
        frames.append((time, channel, int(record["id"][0]), flags, content, len(content)))
        at = end
    return frames, at


def _channels(records: np.ndarray) -> np.ndarray:
    return records["net"].astype("i4") + records["net2"].astype("i4") * 256


def _flags(records: np.ndarray) -> np.ndarray:
    flags = np.zeros(len(records), "u1")
    bits, is_fd = records["status"], records["protocol"] == CAN_FD
    for mask, flag in ((0x04, EXTENDED), (0x08, REMOTE), (0x02, SENT), (0x01, ERROR)):
        flags[(bits & mask) != 0] |= flag
    flags[(records["status2"] & 0x20000) != 0] |= ERROR
    flags[is_fd] |= FD
    flags[is_fd & ((records["status3"] & 0x10) != 0)] |= BIT_RATE_SWITCH
    flags[is_fd & ((records["status3"] & 0x01) != 0)] |= ERROR_STATE
    return flags


def _times(records: np.ndarray) -> np.ndarray:
    clock = np.where(records["clock"] & 0x80, 0, records["clock"])
    # clocks that are not known leave the time of the computer, in milliseconds
    times = EPOCH_NS + records["system"].astype("i8") * 10**6
    for kind, (high, low) in TICKS.items():
        rows = clock == kind
        times[rows] = EPOCH_NS + records["high"][rows].astype("i8") * high + records["low"][rows].astype("i8") * low
    rows = clock == DOUBLE_SECONDS
    if rows.any():
        words = np.stack([records["low"][rows], records["high"][rows]], axis=1).astype("<u4")
        times[rows] = EPOCH_NS + np.round(np.ascontiguousarray(words).view("<f8")[:, 0] * 1e9).astype("i8")
    return times
