"""What a script is given: the job file, and the files that it names."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from loggerhead.errors import DamagedFile, JobError, LoggerheadError, SignalError

if TYPE_CHECKING:
    from loggerhead.frames import FrameBlock
    from loggerhead.signals import Signals


@dataclass(frozen=True)
class DataFile:
    """A file to analyse."""

    path: Path
    id: int | None
    """Its number in the archive."""
    upload_id: int | None
    filename: str
    start: datetime | None
    """When its upload begins, UTC."""
    end: datetime | None
    vehicle_id: int | None
    vehicle: str
    signal_store: Path | None
    """Its decoded signals; None when there are none."""
    attributes: dict[str, Any] = field(repr=False, default_factory=dict)
    """All that the job file says of it."""

    @property
    def extension(self) -> str:
        """Of the file's name, in small letters and without the dot: `mf4`."""
        return Path(self.filename).suffix.lower().lstrip(".")

    @cached_property
    def signals(self) -> Signals:
        """The decoded signals: from the signal store, else from an MDF file that holds signals.

        Raises SignalError where there are none.
        """
        from loggerhead.signals import StoreSignals

        if self.signal_store is not None:
            return StoreSignals(self.signal_store)
        if self.extension in ("mf4", "mdf", "dat"):
            from loggerhead.mdf_signals import MdfSignals

            return MdfSignals(self.path)
        raise SignalError(
            f"{self.filename} has no decoded signals. On the server, assign a catalog to its vehicle; "
            "on a laptop, give its signal store with --signals."
        )

    @property
    def has_signals(self) -> bool:
        """True when `signals` can be read."""
        try:
            return len(self.signals) > 0
        except LoggerheadError:
            return False

    @property
    def has_frames(self) -> bool:
        """True when `frames` gives at least one frame."""
        try:
            return any(len(block) for block in self.frames())
        except LoggerheadError:
            return False

    def frames(self, *, strict: bool = True) -> Iterator[FrameBlock]:
        """The bus frames, block by block; see `loggerhead.frames`. Raises UnsupportedFile for other files.

        A file that is cut off or broken raises DamagedFile after what was read; with `strict=False` that is only printed, as a
        logger that loses its power leaves such files.
        """
        from loggerhead.frames import read_frames

        try:
            yield from read_frames(self.path, self.filename)
        except DamagedFile as error:
            if strict:
                raise
            print(error)

    def seconds(self, times: Any) -> Any:
        """Moments of frames (nanoseconds since 1970) as seconds since the recording's start, as hits and signals count.

        The start is that of the signals; of a recording without signals it is its first frame.
        """
        return (np.asarray(times, "i8") - self._zero) / 1e9

    @cached_property
    def _zero(self) -> int:
        try:
            return int(self.signals.start.astype("datetime64[ns]").astype("i8"))
        except SignalError:
            return next((int(block.times[0]) for block in self.frames() if len(block)), 0)


@dataclass(frozen=True)
class ConfigFile:
    """A configuration that was chosen for the script."""

    path: Path
    name: str

    def text(self) -> str:
        """Its content; a byte order mark is no part of it."""
        return self.path.read_text(encoding="utf-8-sig")

    def json(self) -> Any:
        """Its content as JSON. Raises JobError with the line where it is none."""
        try:
            return json.loads(self.text())
        except json.JSONDecodeError as error:
            raise JobError(f"The configuration {self.name} is no JSON: {error.msg} in line {error.lineno}.") from error


@dataclass(frozen=True)
class Job:
    """The job file, read."""

    files: list[DataFile]
    config_files: list[ConfigFile]
    output: Path
    previous: Path | None
    """Results of the run before, or None."""
    raw: dict[str, Any] = field(repr=False, default_factory=dict)

    @cached_property
    def configuration(self) -> Any:
        """The configuration, read as JSON; an empty dictionary when there is none."""
        given = self.raw.get("configuration")
        if given is not None:
            return given
        return self.config_files[0].json() if self.config_files else {}


def read_job(path: str | os.PathLike[str] | None = None) -> Job:
    """Reads a job file; without `path` the script's first argument.

    Raises JobError when there is none, or when it says too little.
    """
    if path is None:
        if len(sys.argv) < 2:
            raise JobError(
                "The script was started without a job file. Run it on a laptop with: "
                "python -m loggerhead run SCRIPT --data FILE [--config FILE]"
            )
        path = sys.argv[1]
    try:
        raw = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise JobError(f"The job file {path} cannot be read: {error.strerror}.") from error
    except json.JSONDecodeError as error:
        raise JobError(f"The job file {path} is no JSON: {error.msg} in line {error.lineno}.") from error
    listed = raw.get("data_files") or raw.get("files") or []
    previous = raw.get("previous_dir")
    return Job(
        files=[_data_file(entry) for entry in listed],
        config_files=[_config_file(entry) for entry in raw.get("config_files") or []],
        output=Path(raw.get("output_dir") or os.getcwd()),
        previous=Path(previous) if previous else None,
        raw=raw,
    )


def _data_file(entry: Any) -> DataFile:
    if isinstance(entry, str):
        entry = {"path": entry}
    if not isinstance(entry, dict) or not isinstance(entry.get("path"), str):
        raise JobError("The job file names a data file without a path.")
    path = Path(entry["path"])
    store = entry.get("signals")
    return DataFile(
        path=path,
        id=entry.get("id"),
        upload_id=entry.get("uploadId"),
        filename=entry.get("filename") or path.name,
        start=_moment(entry.get("startDate")),
        end=_moment(entry.get("endDate")),
        vehicle_id=entry.get("vehicleId"),
        vehicle=str(entry.get("vehicle") or ""),
        signal_store=Path(store) if isinstance(store, str) and store else None,
        attributes=entry,
    )


def _config_file(entry: Any) -> ConfigFile:
    if isinstance(entry, str):
        return ConfigFile(Path(entry), Path(entry).name)
    path = Path(entry["path"])
    return ConfigFile(path, entry.get("name") or path.name)


def _moment(text: Any) -> datetime | None:
    if not isinstance(text, str) or not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
