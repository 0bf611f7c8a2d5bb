"""Opens a recording of bus frames by what its name and its first bytes say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from loggerhead.errors import DamagedFile, LoggerheadError, UnsupportedFile
from loggerhead.frames.block import FrameBlock

LOGS = (".asc", ".blf", ".trc", ".log", ".csv", ".db")


def read_frames(path: str | Path, filename: str | None = None) -> Iterator[FrameBlock]:
    """The frames of a recording in the order of the file (MDF: group by group), block by block.

    VSB is read by this package, MDF by asammdf, BLF, ASC, TRC, candump, CSV and SQLite by python-can. `filename` says the
    kind where the path does not. Raises UnsupportedFile for other files, and DamagedFile where one is cut off or broken: what
    was read before counts.
    """
    path = Path(path)
    name = (filename or path.name).lower()
    with open(path, "rb") as file:
        head = file.read(8)
    if head.startswith(b"icsbin"):
        from loggerhead.frames.vsb import read_vsb

        return read_vsb(path)
    if head.startswith((b"MDF", b"UnFinMF")):
        from loggerhead.frames.mdf import read_mdf

        return _said_plainly(read_mdf(path), path.name)
    suffix = Path(name).suffix
    if suffix in LOGS:
        from loggerhead.frames.logs import read_log

        return _said_plainly(read_log(path, suffix), path.name)
    raise UnsupportedFile(f"{filename or path.name} is no recording of bus frames that this package reads.")


def _said_plainly(blocks: Iterator[FrameBlock], name: str) -> Iterator[FrameBlock]:
    """Other people's readers fail in many ways over a broken file."""
    try:
        yield from blocks
    except LoggerheadError:
        raise
    except Exception as error:
        raise DamagedFile(f"{name} cannot be read on ({type(error).__name__}: {error})") from error
