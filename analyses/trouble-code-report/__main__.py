"""The trouble codes of the vehicles: from loggers' read-outs (XML) and from diagnostic answers on the bus."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

import loggerhead
from loggerhead.frames import FrameBlock
from loggerhead.report.scales import clock, counted

LETTERS = "PCBU"
KINDS = {"P": "Powertrain", "C": "Chassis", "B": "Body", "U": "Network"}
OBD_SERVICES = {0x43: "confirmed", 0x47: "pending", 0x4A: "permanent"}
UDS_SERVICE, UDS_BY_STATUS = 0x59, 0x02
ANSWERS = [*range(0x7E8, 0x7F0), *(0x18DAF100 + unit for unit in range(256))]
"""Identifiers that control units answer a tester with."""
LARGEST_XML = 20_000_000


@dataclass(frozen=True)
class Seen:
    """A trouble code at a moment in a file."""

    code: str
    unit: str
    status: str
    text: str
    count: int
    moment: datetime | None
    file: loggerhead.DataFile


def main() -> None:
    with loggerhead.run() as run:
        seen: list[Seen] = []
        for file in run.each_file():
            found = list(codes_of(file))
            print(counted(len(found), "trouble code"))
            seen += found
        add_hits(run, seen)
        summarize(run, seen)
        report(run, seen)


def codes_of(file: loggerhead.DataFile) -> Iterator[Seen]:
    if file.extension == "xml":
        yield from in_read_out(file)
        return
    try:
        yield from on_the_bus(file)
    except loggerhead.UnsupportedFile:
        print(f"{file.filename} is neither a read-out nor a recording of frames")


def in_read_out(file: loggerhead.DataFile) -> Iterator[Seen]:
    """Elements `dtc` with a `code`, within elements that name the control unit."""
    text = file.path.read_bytes()[:LARGEST_XML]
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        print(f"{file.filename} has a document type, which read-outs have not; it is left out")
        return
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        print(f"{file.filename} is no XML that can be read: {error}")
        return
    for unit in root.iter():
        for dtc in unit.findall("dtc"):
            code = (dtc.get("code") or "").upper()
            if not code:
                continue
            count = dtc.get("count") or "1"
            name = unit.get("name") or unit.get("address") or ""
            status, words = dtc.get("status") or "", (dtc.text or "").strip()
            yield Seen(code, name, status, words, int(count) if count.isdigit() else 1, moment_of(dtc.get("firstSeen")), file)


def moment_of(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def on_the_bus(file: loggerhead.DataFile) -> Iterator[Seen]:
    """Answers of OBD-II (services 03, 07, 0A) and UDS (19 02), put together from their frames; each code once."""
    assembler, known = Assembler(), set()
    for block in file.frames(strict=False):
        for identifier, moment, message in assembler.messages(block):
            for code, status in codes_in(message):
                if (identifier, code, status) not in known:
                    known.add((identifier, code, status))
                    when = datetime.fromtimestamp(moment / 1e9, UTC)
                    yield Seen(code, f"0x{identifier:X}", status, "", 1, when, file)


class Assembler:
    """Puts messages of several frames together (ISO-TP, usual addressing)."""

    def __init__(self) -> None:
        self._open: dict[tuple[int, int], tuple[int, int, bytearray]] = {}
        """By bus and identifier: time of the first frame, length of the whole, what there is."""

    def messages(self, block: FrameBlock) -> Iterator[tuple[int, int, bytes]]:
        """Identifier, time (ns) and content."""
        for row in np.flatnonzero(np.isin(block.id, ANSWERS) & (block.length > 1)):
            data, key = block.data[row, : block.length[row]].tobytes(), (int(block.channel[row]), int(block.id[row]))
            kind, low = data[0] >> 4, data[0] & 0x0F
            if kind == 0 and 0 < low < len(data):
                yield key[1], int(block.times[row]), data[1 : 1 + low]
            elif kind == 1 and len(data) == 8:
                self._open[key] = (int(block.times[row]), low << 8 | data[1], bytearray(data[2:]))
            elif kind == 2 and key in self._open:
                moment, length, content = self._open[key]
                content += data[1:]
                if len(content) >= length:
                    del self._open[key]
                    yield key[1], moment, bytes(content[:length])


def codes_in(message: bytes) -> Iterator[tuple[str, str]]:
    """Codes and what they are."""
    if message[0] in OBD_SERVICES and len(message) >= 2:
        body = message[2 : 2 + 2 * message[1]]
        for place in range(0, len(body) - 1, 2):
            if body[place] or body[place + 1]:
                yield code_of(body[place], body[place + 1]), OBD_SERVICES[message[0]]
    elif message[0] == UDS_SERVICE and len(message) >= 3 and message[1] == UDS_BY_STATUS:
        for place in range(3, len(message) - 3, 4):
            high, low, kind, status = message[place : place + 4]
            said = "confirmed" if status & 0x08 else "pending" if status & 0x04 else "known"
            yield f"{code_of(high, low)}-{kind:02X}", said


def code_of(high: int, low: int) -> str:
    return f"{LETTERS[high >> 6]}{high >> 4 & 3:X}{high & 15:X}{low:02X}"


def add_hits(run: loggerhead.Run, seen: list[Seen]) -> None:
    """In the recording that lasted when the code was seen: a read-out itself is no recording."""
    recordings = run.recordings()
    for one in seen:
        if one.moment is None:
            continue
        same = [file for file in recordings if file.vehicle_id == one.file.vehicle_id and file.start and file.end]
        file = next((file for file in same if file.start <= one.moment <= file.end), None)
        if file is None:
            continue
        second = float(file.seconds(round(one.moment.timestamp() * 1e6) * 1000))
        run.hit(file, f"{one.code} {one.text}".strip(), max(0.0, second))


def summarize(run: loggerhead.Run, seen: list[Seen]) -> None:
    codes = {one.code for one in seen}
    confirmed = {one.code for one in seen if one.status == "confirmed"}
    run.metric("Trouble codes", len(codes))
    run.metric("Confirmed", len(confirmed))
    run.metric("Vehicles with trouble codes", len({one.file.vehicle for one in seen}))
    if not seen:
        run.verdict("pass", f"No trouble codes in {counted(len(run.files), 'file')}.")
        return
    known = run.configuration.get("Ignore", []) if isinstance(run.configuration, dict) else []
    counting = confirmed - set(known)
    said = f"{len(codes)} different trouble codes, {len(confirmed)} of them confirmed"
    ignored = f"; {len(confirmed & set(known))} of these are known and do not count" if confirmed & set(known) else ""
    run.verdict("fail" if counting else "pass", f"{said}{ignored}.")


def report(run: loggerhead.Run, seen: list[Seen]) -> None:
    page = run.report("Trouble codes").verdict(run.metrics.verdict, run.metrics.text)
    codes = sorted({one.code for one in seen})
    vehicles = sorted({one.file.vehicle for one in seen})
    page.facts(
        [
            ("Trouble codes", len(codes)),
            ("Confirmed", len({one.code for one in seen if one.status == "confirmed"})),
            ("Vehicles", len(vehicles)),
            ("Files", len(run.files)),
            ("Files with codes", len({id(one.file) for one in seen})),
        ]
    )
    page.section("Codes")
    rows = []
    for code in codes:
        own = [one for one in seen if one.code == code]
        words = next((one.text for one in own if one.text), KINDS.get(code[0], ""))
        states = ", ".join(sorted({one.status for one in own if one.status}))
        units = ", ".join(sorted({one.unit for one in own if one.unit}))
        times = sorted(one.moment for one in own if one.moment)
        files = len({id(one.file) for one in own})
        rows.append([code, words, units, states, files, shown(times[0]) if times else None, shown(times[-1]) if times else None])
    columns = ["Code", "Meaning", "Control unit", "Status", "Files", "First seen", "Last seen"]
    page.table(columns, rows, mono=["Code", "First seen", "Last seen"], empty="No trouble code was found.")
    for vehicle in vehicles:
        own = sorted((one for one in seen if one.file.vehicle == vehicle), key=lambda one: (one.moment is None, str(one.moment)))
        page.section(vehicle or "Without a vehicle", f"{len(own)} times")
        rows = [[one.code, one.status, one.count, one.unit, one.file.filename, place_of(one)] for one in own]
        page.table(["Code", "Status", "Count", "Control unit", "File", "At"], rows, mono=["Code", "At"])


def place_of(one: Seen) -> str | None:
    """How far into the file's time it was seen, behind the moment."""
    if one.moment is None:
        return None
    since = (one.moment - one.file.start).total_seconds() if one.file.start else -1
    return f"{shown(one.moment)}  +{clock(since)}" if since >= 0 else shown(one.moment)


def shown(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S")


if __name__ == "__main__":
    main()
