"""Which messages were on which bus: how many, how regular, how long, and when they were missing."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

import loggerhead
from loggerhead.frames import ERROR, EXTENDED, FD, REMOTE, FrameBlock
from loggerhead.report.scales import counted, duration

MOST_STEPS = 200_000
"""Steps between frames of one message that are kept for its median."""
ROWS = 1000


@dataclass
class Message:
    """Frames of one identifier on one bus, in all recordings."""

    channel: int
    id: int
    extended: bool
    name: str = ""
    count: int = 0
    bytes: int = 0
    lengths: set[int] = field(default_factory=set)
    flags: int = 0
    recordings: int = 0
    last: int | None = None
    """Nanoseconds; of the recording at hand."""
    steps: list[np.ndarray] = field(default_factory=list)
    kept: int = 0
    longest: float = 0.0

    def add(self, block: FrameBlock) -> None:
        times = np.sort(block.times)
        if self.last is not None:
            times = np.concatenate([[self.last], times])
        steps = np.diff(times) / 1e6
        if len(steps):
            self.longest = max(self.longest, float(steps.max()))
            if self.kept < MOST_STEPS:
                self.steps.append(steps)
                self.kept += len(steps)
        self.last = int(times[-1])
        self.count += len(block)
        self.bytes += int(block.length.sum())
        self.lengths.update(int(one) for one in np.unique(block.length))
        self.flags |= int(np.bitwise_or.reduce(block.flags))

    @property
    def period(self) -> float | None:
        """Milliseconds, the median."""
        return float(np.median(np.concatenate(self.steps))) if self.steps else None

    @property
    def jitter(self) -> float | None:
        """Half of what nine in ten steps differ by, milliseconds."""
        if not self.steps:
            return None
        low, high = np.quantile(np.concatenate(self.steps), [0.05, 0.95])
        return float(high - low) / 2

    @property
    def shown_id(self) -> str:
        return f"{self.id:08X}x" if self.extended else f"{self.id:03X}"

    @property
    def kinds(self) -> str:
        names = ((FD, "FD"), (REMOTE, "remote"))
        return ", ".join(name for flag, name in names if self.flags & flag)


@dataclass
class Inventory:
    """All that was on the buses."""

    messages: dict[tuple[int, int, bool], Message] = field(default_factory=dict)
    frames: int = 0
    errors: int = 0
    seconds: float = 0.0
    rates: list[tuple[str, dict[int, tuple[np.ndarray, np.ndarray]]]] = field(default_factory=list)
    """Of each recording: for each bus, seconds and frames in each of them."""

    def read(self, file: loggerhead.DataFile) -> None:
        for message in self.messages.values():
            message.last = None
        seen: set[tuple[int, int, bool]] = set()
        moments: dict[int, list[np.ndarray]] = {}
        first, last = None, None
        for block in file.frames(strict=False):
            self.frames += len(block)
            wrong = (block.flags & ERROR) != 0
            self.errors += int(wrong.sum())
            seen |= self._add(block.rows(~wrong))
            for channel in np.unique(block.channel):
                moments.setdefault(int(channel), []).append(block.times[block.channel == channel])
            low, high = int(block.times.min()), int(block.times.max())
            first, last = low if first is None else min(first, low), high if last is None else max(last, high)
        for key in seen:
            self.messages[key].recordings += 1
        if first is not None and last is not None:
            self.seconds += (last - first) / 1e9
            self.rates.append((file.filename, {channel: rate_of(parts, first, last) for channel, parts in moments.items()}))

    def _add(self, block: FrameBlock) -> set[tuple[int, int, bool]]:
        extended = (block.flags & EXTENDED) != 0
        keys = block.channel.astype("i8") << 40 | extended.astype("i8") << 39 | block.id.astype("i8")
        seen = set()
        for key in np.unique(keys):
            rows = block.rows(keys == key)
            place = (int(key) >> 40, int(key) & 0xFFFFFFFF, bool(int(key) >> 39 & 1))
            self.messages.setdefault(place, Message(*place)).add(rows)
            seen.add(place)
        return seen


def rate_of(parts: list[np.ndarray], first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
    """Frames of each second."""
    times = np.concatenate(parts)
    bins = max(1, int((last - first) / 1e9))
    counts, edges = np.histogram((times - first) / 1e9, bins=bins, range=(0, max(1.0, bins)))
    return edges[:-1], counts.astype("f8")


def main() -> None:
    with loggerhead.run() as run:
        inventory = Inventory()
        recordings = run.recordings("frames")
        for file in run.each_file(recordings):
            inventory.read(file)
            name_messages(inventory, file)
            print(f"{inventory.frames} frames, {len(inventory.messages)} messages so far")
        expected = expected_of(run.configuration)
        summarize(run, inventory, len(recordings), expected)
        report(run, inventory, len(recordings), expected)


def name_messages(inventory: Inventory, file: loggerhead.DataFile) -> None:
    """By the catalogs that the recording was decoded with: its signal store knows which message is which identifier."""
    if file.signal_store is None:
        return
    groups = {
        (group.bus_channel, group.id, group.extended): group.message
        for group in file.signals.store.groups
        if group.id is not None
    }
    for key, message in inventory.messages.items():
        message.name = message.name or groups.get(key, "")


def expected_of(configuration: dict) -> dict[int, str]:
    """Identifiers that have to be there (`ExpectedMessages`), with what the configuration calls them."""
    listed = configuration.get("ExpectedMessages", []) if isinstance(configuration, dict) else []
    return {int(str(one.get("id")), 0): str(one.get("name", "")) for one in listed}


def missing_of(inventory: Inventory, expected: dict[int, str]) -> list[tuple[int, str]]:
    present = {message.id for message in inventory.messages.values()}
    return [(identifier, name) for identifier, name in expected.items() if identifier not in present]


def summarize(run: loggerhead.Run, inventory: Inventory, recordings: int, expected: dict[int, str]) -> None:
    run.metric("Frames", inventory.frames)
    run.metric("Messages", len(inventory.messages))
    run.metric("Error frames", inventory.errors)
    run.metric("Frames per second", inventory.frames / inventory.seconds if inventory.seconds else None, "1/s")
    missing = missing_of(inventory, expected)
    where = f"{counted(inventory.frames, 'frame')} of {counted(recordings, 'recording')}"
    said = f"{counted(len(inventory.messages), 'message')} in {where}"
    if not expected:
        run.verdict("none", f"{said}.")
    elif missing:
        run.verdict("fail", f"{said}; missing: {', '.join(name or hex(identifier) for identifier, name in missing)}.")
    else:
        run.verdict("pass", f"{said}; all that were expected are there.")


def report(run: loggerhead.Run, inventory: Inventory, recordings: int, expected: dict[int, str]) -> None:
    page = run.report("Message inventory").verdict(run.metrics.verdict, run.metrics.text)
    channels = sorted({message.channel for message in inventory.messages.values()})
    page.facts(
        [
            ("Recordings", recordings),
            ("Time", duration(inventory.seconds)),
            ("Frames", inventory.frames),
            ("Buses", len(channels)),
            ("Messages", len(inventory.messages)),
            ("Error frames", inventory.errors),
        ]
    )
    page.section("Buses")
    page.table(["Bus", "Messages", "Frames", "Bytes", "Frames per second"], [bus_row(inventory, channel) for channel in channels])
    for name, rates in inventory.rates[:4]:
        lines = [(f"Bus {channel}", seconds, counts) for channel, (seconds, counts) in sorted(rates.items())]
        page.line_chart(f"{name}: frames per second", lines, y_label="1/s", from_zero=True)
    page.section("Messages", f"{len(inventory.messages)}")
    messages = sorted(inventory.messages.values(), key=lambda one: (one.channel, one.extended, one.id))
    page.table(
        ["Bus", "Identifier", "Name", "Frames", "Share", "Period ms", "± ms", "Longest ms", "Bytes", "Kind", "Recordings"],
        [message_row(message, inventory, recordings) for message in messages[:ROWS]],
        mono=["Identifier"],
        bars=["Share"],
        decimals={"Period ms": 2, "± ms": 2, "Longest ms": 1},
        empty="No recording has frames.",
        note="The period is the median step; nine in ten steps are within ±. Share is that of all frames.",
    )
    missing = missing_of(inventory, expected)
    if missing:
        page.section("Missing")
        page.table(["Identifier", "Name"], [[f"{identifier:X}", name] for identifier, name in missing], mono=["Identifier"])
    write_csv(run, messages)


def bus_row(inventory: Inventory, channel: int) -> list:
    own = [message for message in inventory.messages.values() if message.channel == channel]
    frames = sum(message.count for message in own)
    rate = frames / inventory.seconds if inventory.seconds else None
    return [f"Bus {channel}", len(own), frames, sum(message.bytes for message in own), rate]


def message_row(message: Message, inventory: Inventory, recordings: int) -> list:
    lengths = sorted(message.lengths)
    shown = str(lengths[0]) if len(lengths) == 1 else f"{lengths[0]}–{lengths[-1]}"
    share = message.count / inventory.frames if inventory.frames else 0
    row = [str(message.channel), message.shown_id, message.name, message.count, share, message.period, message.jitter]
    return [*row, message.longest or None, shown, message.kinds, f"{message.recordings} of {recordings}"]


def write_csv(run: loggerhead.Run, messages: list[Message]) -> None:
    with open(run.output / "messages.csv", "w", encoding="utf-8") as file:
        file.write("bus,identifier,extended,name,frames,period_ms,jitter_ms,longest_ms\n")
        for one in messages:
            name = one.name.replace('"', "'")
            numbers = ",".join("" if value is None else f"{value:.4f}" for value in (one.period, one.jitter, one.longest))
            file.write(f'{one.channel},0x{one.id:X},{int(one.extended)},"{name}",{one.count},{numbers}\n')


if __name__ == "__main__":
    main()
