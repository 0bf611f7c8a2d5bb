"""Frames as columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

EXTENDED, REMOTE, ERROR, SENT = 0x01, 0x02, 0x04, 0x08
FD, BIT_RATE_SWITCH, ERROR_STATE = 0x10, 0x20, 0x40

ROWS_PER_BLOCK = 65_536


@dataclass(frozen=True)
class FrameBlock:
    """Consecutive frames; row i of each column is one frame."""

    times: np.ndarray
    """Nanoseconds since 1970-01-01T00:00:00Z, int64."""
    channel: np.ndarray
    """The logger's number of the bus, int32; -1 where it is not known."""
    id: np.ndarray
    """Identifier without flag bits, uint32."""
    flags: np.ndarray
    """EXTENDED, REMOTE and so on, uint8."""
    length: np.ndarray
    """Bytes of data, uint16; of a remote frame the length that it asks for."""
    data: np.ndarray
    """Shape (frames, longest length), uint8; zeros after each frame's length."""

    def __len__(self) -> int:
        return len(self.times)

    def of(self, identifier: int, *, extended: bool | None = None) -> FrameBlock:
        """The frames with this identifier; `extended` None takes both kinds."""
        rows = self.id == identifier
        if extended is not None:
            rows &= ((self.flags & EXTENDED) != 0) == extended
        return self.rows(rows)

    def rows(self, rows: np.ndarray) -> FrameBlock:
        """Some of the frames."""
        return FrameBlock(*(column[rows] for column in (self.times, self.channel, self.id, self.flags, self.length, self.data)))

    def datetimes(self) -> np.ndarray:
        """The times as datetime64[ns], UTC."""
        return self.times.view("datetime64[ns]")


Frame = tuple[int, int, int, int, bytes, int]
"""time (ns since 1970), channel, id, flags, data, length."""


def blocks_of(frames: Iterable[Frame]) -> Iterator[FrameBlock]:
    """Collects single frames."""
    rows: list[Frame] = []
    for frame in frames:
        rows.append(frame)
        if len(rows) == ROWS_PER_BLOCK:
            yield _block(rows)
            rows = []
    if rows:
        yield _block(rows)


def merged(blocks: Iterable[FrameBlock]) -> Iterator[FrameBlock]:
    """The same frames in larger blocks."""
    waiting: list[FrameBlock] = []
    for block in blocks:
        waiting.append(block)
        if sum(len(one) for one in waiting) >= ROWS_PER_BLOCK:
            yield _joined(waiting)
            waiting = []
    if waiting:
        yield _joined(waiting)


def _joined(blocks: list[FrameBlock]) -> FrameBlock:
    if len(blocks) == 1:
        return blocks[0]
    width = max(block.data.shape[1] for block in blocks)
    padded = [np.pad(block.data, ((0, 0), (0, width - block.data.shape[1]))) for block in blocks]
    return FrameBlock(
        times=np.concatenate([block.times for block in blocks]),
        channel=np.concatenate([block.channel for block in blocks]),
        id=np.concatenate([block.id for block in blocks]),
        flags=np.concatenate([block.flags for block in blocks]),
        length=np.concatenate([block.length for block in blocks]),
        data=np.concatenate(padded),
    )


def _block(rows: list[Frame]) -> FrameBlock:
    width = max(len(row[4]) for row in rows)
    data = np.frombuffer(b"".join(row[4].ljust(width, b"\0") for row in rows), "u1").reshape(len(rows), width)
    return FrameBlock(
        times=np.array([row[0] for row in rows], "i8"),
        channel=np.array([row[1] for row in rows], "i4"),
        id=np.array([row[2] for row in rows], "u4"),
        flags=np.array([row[3] for row in rows], "u1"),
        length=np.array([row[5] for row in rows], "u2"),
        data=data,
    )
