"""Configurations of scripts (`.asl`, JSON): the names that a script gives to signals.

    {"Channels": [{"name_in_script": "Speed",
                   "OptionalList": [{"channel_name": "VehicleSpeed", "message_name": "Chassis", "network_name": ""}]}]}

Each channel lists what it may be called in a recording; the first that is there is taken. Other fields are the script's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from loggerhead.errors import JobError
from loggerhead.signals import Signals


@dataclass(frozen=True)
class SignalNames:
    """What a signal of the script may be called in a recording."""

    name: str
    """In the script."""
    choices: tuple[tuple[str, str], ...]
    """Signal and message; an empty message is any."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Other fields of the channel, such as `bins`."""

    def found_in(self, signals: Signals) -> str | None:
        """The name under which the recording has it; None when it has it under none."""
        for signal, message in self.choices:
            for name in (f"{message}.{signal}", signal) if message else (signal,):
                if name in signals:
                    return name
        return None


def read_signal_names(configuration: Any) -> list[SignalNames]:
    """The channels of a configuration. Raises JobError where one has no name."""
    channels = configuration.get("Channels", []) if isinstance(configuration, dict) else []
    if not isinstance(channels, list):
        raise JobError('"Channels" of the configuration has to be a list.')
    return [_names(channel, place) for place, channel in enumerate(channels)]


def plain_names(names: Iterable[str]) -> list[SignalNames]:
    """Signals by the name that they have in the recording."""
    return [SignalNames(name, ((name, ""),)) for name in names]


def _names(channel: Any, place: int) -> SignalNames:
    if isinstance(channel, str):
        return SignalNames(channel, ((channel, ""),))
    name = channel.get("name_in_script") if isinstance(channel, dict) else None
    if not isinstance(name, str) or not name:
        raise JobError(f'Channel {place + 1} of the configuration has no "name_in_script".')
    listed = [one for one in channel.get("OptionalList") or [] if isinstance(one, dict) and one.get("channel_name")]
    choices = tuple((str(one["channel_name"]), str(one.get("message_name") or "")) for one in listed)
    options = {key: value for key, value in channel.items() if key not in ("name_in_script", "OptionalList")}
    return SignalNames(name, choices or ((name, ""),), options)
