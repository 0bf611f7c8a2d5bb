"""Blocks of a signal store as arrays. Every block's checksum is looked at."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from loggerhead.errors import DamagedFile
from loggerhead.signal_store.index import Bytes, Directory

TIME_CHUNK, VALUE_CHUNK, PAGE, TEXTS = 1, 2, 5, 6
BLOCK_HEAD_BYTES = 16
ENTRIES_PER_PAGE = 512
RAW_TYPES = (None, "i1", "u1", "<i2", "<u2", "<i4", "<u4", "<f4", "<f8")


class Block:
    """A block's head and where its body begins."""

    __slots__ = ("body", "count", "encoding", "length", "offset", "type")

    def __init__(self, data: Bytes, offset: float, length: float, kind: int):
        if not (offset >= 0 and offset + length <= len(data) and length >= BLOCK_HEAD_BYTES):
            raise DamagedFile("A block outside of the file", int(offset) if offset >= 0 else 0)
        self.offset, self.length = int(offset), int(length) - BLOCK_HEAD_BYTES
        found, self.encoding, self.type, _, self.count, body, crc = struct.unpack_from("<BBBBIII", data, self.offset)
        self.body = self.offset + BLOCK_HEAD_BYTES
        if found != kind or body != self.length:
            raise DamagedFile(f"Another block than one of kind {kind}", self.offset)
        with memoryview(data) as view:
            own = zlib.crc32(view[self.body : self.body + body], zlib.crc32(view[self.offset : self.offset + 12]))
        if own != crc:
            raise DamagedFile("A block with a wrong checksum", self.offset)

    def array(self, data: Bytes, dtype: str, count: int, skip: int = 0) -> np.ndarray:
        """Numbers of the body from byte `skip` on; a view of the file."""
        if skip + count * np.dtype(dtype).itemsize > self.length:
            raise DamagedFile("A block that is shorter than what it holds", self.offset)
        return np.frombuffer(data, dtype, count, self.body + skip)


def read_times(data: Bytes, offset: float, length: float) -> np.ndarray:
    """The times of a time chunk, nanoseconds since the origin, float64."""
    block = Block(data, offset, length, TIME_CHUNK)
    start = 16  # gap limit, and the time before the chunk
    if block.encoding == 0:
        return block.array(data, "<f8", block.count, start)
    base, unit = block.array(data, "<f8", 2, start)
    if block.encoding == 1:
        return base + unit * block.array(data, "<u4", block.count, start + 16)
    if block.encoding == 2:
        return base + unit * np.arange(block.count, dtype="f8")
    raise DamagedFile(f"Times of encoding {block.encoding}", block.offset)


def read_gap_limit(data: Bytes, offset: float, length: float) -> tuple[float, float]:
    """A longer step than the first is a gap; the second is the time before the chunk, NaN for the first chunk."""
    limit, before = Block(data, offset, length, TIME_CHUNK).array(data, "<f8", 2)
    return float(limit), float(before)


def read_values(data: Bytes, offset: float, length: float) -> np.ndarray:
    """The raw values of a value chunk, in their own type."""
    block = Block(data, offset, length, VALUE_CHUNK)
    dtype = RAW_TYPES[block.type] if 0 < block.type < len(RAW_TYPES) else None
    if dtype is None or block.encoding > 1:
        raise DamagedFile(f"Values of type {block.type} in encoding {block.encoding}", block.offset)
    if block.encoding == 0:
        return block.array(data, dtype, block.count)
    return np.broadcast_to(block.array(data, dtype, 1), block.count)


def read_texts(data: Bytes, offset: float, length: float) -> list[str]:
    """The texts that raw values are places in."""
    if length == 0:
        return []
    block = Block(data, offset, length, TEXTS)
    lengths = block.array(data, "<u4", block.count)
    ends = block.body + block.count * 4 + np.cumsum(lengths, dtype="i8")
    if block.count and ends[-1] > block.body + block.length:
        raise DamagedFile("A text that is longer than its block", block.offset)
    return [
        bytes(data[int(end) - int(size) : int(end)]).decode("utf-8", "replace") for end, size in zip(ends, lengths, strict=True)
    ]


def all_entries(data: Bytes, directory: Directory) -> np.ndarray:
    """The entries of a directory, pages read; shape (entries, columns)."""
    if not directory.paged:
        return directory.entries
    columns = directory.entries.shape[1]
    pages = [_page(data, row, columns) for row in directory.entries]
    if any(len(page) != ENTRIES_PER_PAGE for page in pages[:-1]):
        raise DamagedFile("A page before the last that is not full", int(directory.entries[0, 0]))
    return np.concatenate(pages) if pages else directory.entries


def _page(data: Bytes, row: np.ndarray, columns: int) -> np.ndarray:
    block = Block(data, row[0], row[1], PAGE)
    return block.array(data, "<f8", block.count * columns).reshape(columns, block.count).T
