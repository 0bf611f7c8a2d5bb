"""The two functions of the package `zstd` that asammdf takes, on the package `zstandard`."""

import zstandard


def compress(data: bytes, level: int = 3) -> bytes:
    """One frame with the size of its content."""
    return zstandard.ZstdCompressor(level=level).compress(bytes(data))


def decompress(data: bytes) -> bytes:
    """The content of a frame that states its size."""
    return zstandard.ZstdDecompressor().decompress(bytes(data))
