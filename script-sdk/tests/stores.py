"""Signal stores for tests: a small writer of version 1, without tiles (readers of samples pass over them)."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

CODES = {"i1": 1, "u1": 2, "i2": 3, "u2": 4, "i4": 5, "u4": 6, "f4": 7, "f8": 8}


@dataclass
class Written:
    """A signal with an axis of its own."""

    name: str
    times: list[float]
    """Seconds."""
    raw: np.ndarray
    unit: str = ""
    factor: float = 1.0
    offset: float = 0.0
    names: dict[float, str] = field(default_factory=dict)
    texts: list[str] | None = None
    message: str = "Message"


def write_store(path: Path, signals: list[Written], origin_ms: float = 1_700_000_000_000.0) -> Path:
    """Writes the store and gives its path."""
    body = bytearray(struct.pack("<8sII", b"LHSIGNAL", 1, 0))

    def block(kind: int, content: bytes, count: int, raw_type: int = 0) -> tuple[int, int]:
        offset = len(body)
        head = struct.pack("<BBBBII", kind, 0, raw_type, 0, count, len(content))
        body.extend(head + struct.pack("<I", zlib.crc32(content, zlib.crc32(head))) + content)
        body.extend(b"\0" * (-len(body) % 8))
        return offset, 16 + len(content)

    axes, described = [], []
    for number, signal in enumerate(signals):
        times = np.array(signal.times) * 1e9
        chunk = block(1, struct.pack("<dd", np.inf, np.nan) + times.astype("<f8").tobytes(), len(times))
        low, high = (times.min(), times.max()) if len(times) else (np.nan, np.nan)
        axes.append(b"\0" + directory([[*chunk, len(times), low, high]]) + integer(0))
        values = block(2, signal.raw.tobytes(), len(signal.raw), CODES[signal.raw.dtype.str[1:]])
        described.append(describe(number, signal, values, block))
    index = struct.pack("<d", origin_ms) + integer(0)
    groups = [text(signal.message) + b"\0" for signal in signals]
    for part in (groups, axes, described):
        index += integer(len(part)) + b"".join(part)
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(index) + packer.flush()
    trailer = struct.pack("<dIIIII", len(body), len(packed), len(index), zlib.crc32(packed), 1, 0)
    path.write_bytes(bytes(body) + packed + trailer + struct.pack("<I", zlib.crc32(trailer)) + b"LHSIGNAL")
    return path


def describe(number: int, signal: Written, values: tuple[int, int], block) -> bytes:
    first, second = signal.factor, signal.offset
    if signal.texts is not None:
        encoded = [one.encode() for one in signal.texts]
        lengths = b"".join(struct.pack("<I", len(one)) for one in encoded)
        first, second = block(6, lengths + b"".join(encoded), len(encoded))
    parts = [integer(number), integer(number), text(signal.name), text(signal.unit), text("")]
    parts.append(bytes([CODES[signal.raw.dtype.str[1:]], 1 if signal.texts is not None else 0]))
    parts.append(struct.pack("<dd", first, second) + integer(len(signal.names)))
    parts += [struct.pack("<d", raw) + text(name) for raw, name in signal.names.items()]
    parts += [integer(0), directory([[*values, len(signal.raw), 0, 0, 0]]), integer(0)]
    return b"".join(parts)


def directory(rows: list[list[float]]) -> bytes:
    return b"\0" + integer(len(rows)) + np.array(rows, "<f8").T.tobytes()


def integer(value: int) -> bytes:
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def text(value: str) -> bytes:
    return integer(len(value.encode())) + value.encode()
