"""Decodes tables of frames with cantools, and recordings with asammdf; long messages are put together by long_messages.py.

usage: decode_frames.py JOBS.json; a job is {"decoder": "cantools" | "asammdf", "input", "databases", "output"}. The output is
a line of JSON, a list of {"key", "count", "texts"}, then for each the times (int64, nanoseconds) and the values (float64).
A key is "CHANNEL IDENTIFIER MESSAGE SIGNAL", the identifier in hex without a J1939 priority.
"""

import json
import re
import sys
import warnings

warnings.filterwarnings("ignore")

import cantools  # noqa: E402
import numpy  # noqa: E402
from frame_table import ERROR, EXTENDED, FD, REMOTE, read_table  # noqa: E402
from long_messages import TP_CM, TP_DT, IsoTp, J1939Transport, parameter_group  # noqa: E402

NO_PRIORITY = 0x03FFFFFF


class Finder:
    def __init__(self, paths):
        self.exact, self.by_group = {}, {}
        for path in paths:
            for message in cantools.database.load_file(path, strict=False, prune_choices=False).messages:
                self.exact.setdefault((message.frame_id, message.is_extended_frame), message)
                if message.protocol == "j1939" and message.is_extended_frame:
                    self.by_group.setdefault(parameter_group(message.frame_id), message)

    def find(self, identifier, extended):
        group = self.by_group.get(parameter_group(identifier)) if extended else None
        return self.exact.get((identifier, extended)) or group


def in_parts(message):
    return message.length > 8 and not message.is_fd


class Columns:
    def __init__(self):
        self.columns = {}
        self.partial = 0

    def add(self, time_ns, channel, identifier, message, data):
        try:
            numbers = message.decode(data, decode_choices=False, allow_truncated=True)
            named = message.decode(data, decode_choices=True, allow_truncated=True)
        except Exception:
            return
        shown = identifier & NO_PRIORITY if identifier > 0x7FF or message.is_extended_frame else identifier
        for name, value in numbers.items():
            times, values, texts = self.columns.setdefault(f"{channel} {shown:x} {message.name} {name}", ([], [], {}))
            times.append(time_ns)
            values.append(float(value))
            if not isinstance(named[name], (int, float)):
                texts[repr(float(value))] = str(named[name])

    def write(self, path):
        with open(path, "wb") as file:
            head = [{"key": key, "count": len(times), "texts": texts} for key, (times, _, texts) in self.columns.items()]
            file.write(json.dumps(head).encode() + b"\n")
            for times, values, _ in self.columns.values():
                file.write(numpy.array(times, dtype="<i8").tobytes() + numpy.array(values, dtype="<f8").tobytes())


def by_cantools(job):
    finder, columns = Finder(job["databases"]), Columns()
    iso_tp, transports = {}, {}
    long_messages = 0
    for time_ns, identifier, channel, flags, data in read_table(job["input"]):
        if flags & (REMOTE | ERROR):
            continue
        extended = bool(flags & EXTENDED)
        message = finder.find(identifier, extended)
        whole = None
        if extended and parameter_group(identifier) in (TP_CM, TP_DT):
            transport = transports.setdefault((channel, identifier & 0xFFFF), J1939Transport())
            if parameter_group(identifier) == TP_CM:
                transport.manage(data)
            else:
                whole = transport.transfer(data)
            if whole:
                group, content = whole
                receiver = (identifier >> 8) & 0xFF if (group & 0xFF00) < 0xF000 else 0
                full = (identifier & 0x1C000000) | group << 8 | receiver << 8 | identifier & 0xFF
                inner = finder.find(full, True)
                if inner is not None and in_parts(inner):
                    columns.add(time_ns, channel, full, inner, content)
                    long_messages += 1
        if message is None:
            continue
        if not in_parts(message) or flags & FD:
            columns.add(time_ns, channel, identifier, message, data)
        elif message.protocol != "j1939":
            whole = iso_tp.setdefault((channel, identifier, extended), IsoTp()).take(data)
            if whole:
                # these catalogs are laid out like single frames: byte 0 is that of the length
                columns.add(time_ns, channel, identifier, message, bytes([len(whole) & 0xFF]) + whole)
                long_messages += 1
    columns.write(job["output"])
    return {"columns": len(columns.columns), "long": long_messages}


def by_asammdf(job):
    """The raw values of its groups become physical by its own conversions; identifiers are those of its groups' names."""
    from asammdf import MDF

    columns = Columns()
    with MDF(job["input"]) as mdf:
        start_ns = round(mdf.header.start_time.timestamp() * 10**9)
        decoded = mdf.extract_bus_logging({"CAN": [(path, 0) for path in job["databases"]]}, ignore_value2text_conversion=True)
        for index, group in enumerate(decoded.groups):
            master = decoded.masters_db.get(index)
            for at, channel in enumerate(group.channels):
                if at == master:
                    continue
                one = decoded.get(group=index, index=at, ignore_invalidation_bits=True, raw=True)
                # groups of J1939 are named by their sender alone
                named = re.match(r"CAN(\d+) message ID=0x(\w+) EXT=", group.channel_group.acq_name)
                place = f"{named[1]} {named[2].lower()}" if named else f"* {index}"
                key = f"{place} * {channel.name}"
                samples = one.samples
                if one.conversion is not None:
                    samples = one.conversion.convert(samples, ignore_value2text_conversions=True)
                if samples.dtype.kind not in "iufb":
                    continue
                times = start_ns + numpy.round(one.timestamps * 10**9).astype("i8")
                valid = slice(None) if one.invalidation_bits is None else ~numpy.asarray(one.invalidation_bits)
                columns.columns[key] = (times[valid], samples[valid].astype("f8"), {})
                columns.partial += len(times) - len(times[valid])
    columns.write(job["output"])
    return {"columns": len(columns.columns), "long": 0, "unavailable": columns.partial}


decoders = {"cantools": by_cantools, "asammdf": by_asammdf}
for job in json.load(open(sys.argv[1])):
    try:
        print(json.dumps(decoders[job["decoder"]](job)), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
