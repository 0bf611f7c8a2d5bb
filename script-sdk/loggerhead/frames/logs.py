"""Frames of logs that python-can reads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from loggerhead.errors import MissingPackage
from loggerhead.frames.block import (
    BIT_RATE_SWITCH,
    ERROR,
    ERROR_STATE,
    EXTENDED,
    FD,
    REMOTE,
    SENT,
    Frame,
    FrameBlock,
    blocks_of,
)


def read_log(path: Path, suffix: str) -> Iterator[FrameBlock]:
    """The frames of a BLF, ASC, TRC, candump, CSV or SQLite log."""
    return blocks_of(_frames(path, suffix))


def _frames(path: Path, suffix: str) -> Iterator[Frame]:
    try:
        import can
    except ImportError as error:
        raise MissingPackage("python-can", f"{suffix} files") from error

    readers = can.io.MESSAGE_READERS
    # python-can takes times of ASC files as they stand: relative to the beginning unless it is told otherwise
    options = {"relative_timestamp": False} if suffix == ".asc" else {}
    with readers[suffix](path, **options) as messages:
        for message in messages:
            yield _frame(message)


def _frame(message: Any) -> Frame:
    flags = (
        (EXTENDED if message.is_extended_id else 0)
        | (REMOTE if message.is_remote_frame else 0)
        | (ERROR if message.is_error_frame else 0)
        | (0 if message.is_rx else SENT)
        | (FD if message.is_fd else 0)
        | (BIT_RATE_SWITCH if message.bitrate_switch else 0)
        | (ERROR_STATE if message.error_state_indicator else 0)
    )
    data = b"" if message.is_remote_frame or message.is_error_frame else bytes(message.data)
    identifier = 0 if message.is_error_frame else message.arbitration_id
    length = message.dlc if message.is_remote_frame else len(data)
    # doubles of today's seconds since 1970 are good for microseconds
    return round(message.timestamp * 1e6) * 1000, _channel(message.channel), identifier, flags, data, length


def _channel(channel: int | str | None) -> int:
    if isinstance(channel, int):
        return channel
    digits = "".join(letter for letter in channel or "" if letter.isdigit())
    return int(digits) if digits else -1
