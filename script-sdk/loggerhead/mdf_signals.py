"""Signals that an MDF file holds decoded, read by asammdf: for recordings without a signal store."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from pathlib import Path

import numpy as np

from loggerhead.errors import DamagedFile, MissingPackage, SignalError
from loggerhead.signal import Signal
from loggerhead.signals import SignalInfo, Signals


class MdfSignals(Signals):
    """The channels of an MDF file, but for bus frames."""

    def __init__(self, path: str | Path):
        try:
            from asammdf import MDF
        except ImportError as error:
            raise MissingPackage("asammdf", "MDF files") from error

        try:
            self._mdf = MDF(path)
        except Exception as error:
            raise DamagedFile(f"{Path(path).name} cannot be read ({type(error).__name__}: {error})") from error
        origin = self._mdf.header.start_time
        self.start = np.datetime64(origin.astimezone(tz=UTC).replace(tzinfo=None), "ns")
        self._infos: list[SignalInfo] = []
        self._channels: list[tuple[int, int]] = []
        self._find_channels()
        if not self._infos:
            raise SignalError(
                f"{Path(path).name} holds bus frames and no signals. Signals of frames come from a signal store: "
                "open the recording on the server with a catalog, or read its frames."
            )

    @property
    def infos(self) -> Sequence[SignalInfo]:
        return self._infos

    def _find_channels(self) -> None:
        for number, group in enumerate(self._mdf.groups):
            time = self._mdf.masters_db.get(number)
            if any(channel.name.startswith(("CAN_DataFrame", "LIN_Frame", "CAN_RemoteFrame")) for channel in group.channels):
                continue
            name = getattr(group.channel_group, "acq_name", "") or f"Group {number}"
            for index, channel in enumerate(group.channels):
                if index == time:
                    continue
                unit = getattr(channel, "unit", "") or ""
                self._infos.append(SignalInfo(channel.name, name, unit, "number", group.channel_group.cycles_nr))
                self._channels.append((number, index))

    def _read(self, number: int, start: float, end: float) -> Signal:
        group, index = self._channels[number]
        read = self._mdf.get(group=group, index=index, ignore_invalidation_bits=False)
        info = self._infos[number]
        is_text = read.samples.dtype.kind in "SUO"
        values = np.array([_text(value) for value in read.samples], dtype=object) if is_text else read.samples.astype("f8")
        signal = Signal(
            name=info.name,
            unit=str(read.unit or info.unit),
            kind="text" if is_text else "number",
            times=read.timestamps.astype("f8"),
            values=values,
            raw=read.samples,
            start=self.start,
            comment=str(read.comment or ""),
            group=info.group,
        )
        return signal if start == -np.inf and end == np.inf else signal.window(start, end)


def _text(value: object) -> str:
    return value.decode("utf-8", "replace").rstrip("\0") if isinstance(value, bytes) else str(value)
