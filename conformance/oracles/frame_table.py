"""Frames as a table of bytes that both sides of a comparison write and read.

A record: int64 nanoseconds since 1970, uint32 identifier, uint16 channel (0xFFFF: the format has none), uint8 flags
(recording/frames.ts), uint16 data length, then the data. Little-endian, no padding.
"""

import struct

HEAD = struct.Struct("<qIHBH")
EXTENDED, REMOTE, ERROR, SENT, FD, BIT_RATE_SWITCH, ERROR_STATE = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40
NO_CHANNEL = 0xFFFF


def write_table(path, frames):
    with open(path, "wb") as file:
        for time_ns, identifier, channel, flags, data in frames:
            file.write(HEAD.pack(time_ns, identifier, NO_CHANNEL if channel is None else channel, flags, len(data)) + data)


def read_table(path):
    with open(path, "rb") as file:
        content = file.read()
    at = 0
    while at < len(content):
        time_ns, identifier, channel, flags, length = HEAD.unpack_from(content, at)
        at += HEAD.size
        yield time_ns, identifier, None if channel == NO_CHANNEL else channel, flags, content[at : at + length]
        at += length
