"""Reads recordings with other people's programs and writes their frames as tables.

usage: read_frames.py JOBS.json; a job is {"reader", "file", "table"}. Prints a line of JSON for each: {"count"} or {"error"}.
"""

import json
import re
import struct
import subprocess
import sys
import warnings

warnings.filterwarnings("ignore")

import can  # noqa: E402
from frame_table import BIT_RATE_SWITCH, ERROR, ERROR_STATE, EXTENDED, FD, REMOTE, SENT, write_table  # noqa: E402

# of VSBFlags.h
SPY_STATUS_CANFD, SPY_STATUS3_CANFD_ESI, SPY_STATUS3_CANFD_BRS = 0x20000000, 0x01, 0x10
VSB_EPOCH_NS = 1167609600 * 10**9

readers = {}


def reader(function):
    readers[function.__name__] = function
    return function


def flags_of(message):
    return (
        (EXTENDED if message.is_extended_id else 0)
        | (REMOTE if message.is_remote_frame else 0)
        | (ERROR if message.is_error_frame else 0)
        | (0 if message.is_rx else SENT)
        | (FD if message.is_fd else 0)
        | (BIT_RATE_SWITCH if message.bitrate_switch else 0)
        | (ERROR_STATE if message.error_state_indicator else 0)
    )


def frames_of(messages):
    for message in messages:
        channel = message.channel
        if isinstance(channel, str):
            digits = "".join(letter for letter in channel if letter.isdigit())
            channel = int(digits) if digits else None
        # a remote frame asks for a length
        data = bytes(message.dlc) if message.is_remote_frame else b"" if message.is_error_frame else bytes(message.data)
        identifier = 0 if message.is_error_frame else message.arbitration_id
        yield round(message.timestamp * 10**6) * 1000, identifier, channel, flags_of(message), data


@reader
def python_can(path):
    """The reader that python-can chooses by the file's extension; its times are doubles, good for microseconds."""
    with can.LogReader(path) as messages:
        yield from frames_of(messages)


@reader
def python_can_asc(path):
    """Times relative to the trigger; absolute by the header's date, which python-can takes as local time (here UTC)."""
    with can.ASCReader(path, relative_timestamp=False) as messages:
        yield from frames_of(messages)


@reader
def asammdf(path):
    """Bus logging of MDF, group by group."""
    from asammdf import MDF

    with MDF(path) as mdf:
        start_ns = round(mdf.header.start_time.timestamp() * 10**9)
        for index, group in enumerate(mdf.groups):
            names = {channel.name for channel in group.channels}
            for event in ("CAN_DataFrame", "CAN_RemoteFrame", "CAN_ErrorFrame"):
                if f"{event}.ID" in names or f"{event}.BusChannel" in names:
                    yield from events_of(mdf, index, event, names, start_ns)


@reader
def asammdf_lin(path):
    from asammdf import MDF

    with MDF(path) as mdf:
        start_ns = round(mdf.header.start_time.timestamp() * 10**9)
        for index, group in enumerate(mdf.groups):
            names = {channel.name for channel in group.channels}
            if "LIN_Frame.ID" in names:
                yield from events_of(mdf, index, "LIN_Frame", names, start_ns)


def events_of(mdf, index, event, names, start_ns):
    import numpy

    def column(name, default=0):
        full = f"{event}.{name}"
        if full not in names:
            return None if default is None else numpy.full(len(times), default)
        # a bus that a group has all to itself is a virtual channel: only its conversion knows it; others convert to words
        physical = mdf.get(full, group=index).samples
        return physical if physical.dtype.kind in "biuf" else mdf.get(full, group=index, raw=True).samples

    times = mdf.get_master(index)
    identifiers, channels = column("ID"), column("BusChannel", None)
    extended, sent = column("IDE"), column("Dir")
    lengths, data = column("DataLength", None), column("DataBytes", None)
    if lengths is None:
        lengths = column("ReceivedDataByteCount", None)
    fd, switch, state = column("EDL"), column("BRS"), column("ESI")
    codes = column("DLC")
    constant = REMOTE if event == "CAN_RemoteFrame" else ERROR if event == "CAN_ErrorFrame" else 0
    for row in range(len(times)):
        number = int(identifiers[row])
        flags = constant
        flags |= EXTENDED if extended[row] or number > 0x7FF else 0  # bit 31, or more than 11 bits whatever IDE says
        flags |= SENT if sent[row] else 0
        flags |= FD if fd[row] else 0
        flags |= BIT_RATE_SWITCH if switch[row] else 0
        flags |= ERROR_STATE if state[row] else 0
        content = bytes(int(codes[row])) if constant == REMOTE else b""
        if data is not None and not constant:
            content = bytes(data[row])[: int(lengths[row])] if lengths is not None else bytes(data[row])
        channel = None if channels is None else int(channels[row])
        identifier = 0 if constant == ERROR else number & 0x1FFFFFFF
        yield start_ns + round(float(times[row]) * 10**9), identifier, channel, flags, content


@reader
def tshark(path):
    """SocketCAN packets as tshark dissects them."""
    fields = ["frame.time_epoch", "can.id", "can.flags.xtd", "can.flags.rtr", "can.flags.err", "can.len", "data.data", "canfd.flags.brs", "canfd.flags.esi", "frame.protocols", "can.padding"]
    # it would take some identifiers for a network management that has the data to itself
    command = ["tshark", "-r", path, "--disable-protocol", "autosar-nm", "-T", "fields", "-E", "separator=/t", "-E", "occurrence=f"]
    for field in known_fields(fields):
        command += ["-e", field]
    output = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    for line in output.splitlines():
        values = dict(zip(known_fields(fields), line.split("\t")))
        if "can" not in values.get("frame.protocols", ""):
            continue
        seconds, _, fraction = values["frame.time_epoch"].partition(".")
        time_ns = int(seconds) * 10**9 + int(fraction.ljust(9, "0")[:9])
        flags = 0
        flags |= EXTENDED if truth(values.get("can.flags.xtd")) else 0
        flags |= REMOTE if truth(values.get("can.flags.rtr")) else 0
        flags |= ERROR if truth(values.get("can.flags.err")) else 0
        flags |= FD if values.get("canfd.flags.brs") else 0
        flags |= BIT_RATE_SWITCH if truth(values.get("canfd.flags.brs")) else 0
        flags |= ERROR_STATE if truth(values.get("canfd.flags.esi")) else 0
        data = bytes.fromhex(values.get("data.data", "").replace(":", ""))
        identifier = int(values["can.id"] or "0", 0)
        if flags & (REMOTE | ERROR):
            data = bytes(int(values["can.len"] or 0)) if flags & REMOTE else b""
        yield time_ns, 0 if flags & ERROR else identifier, None, flags, data


@reader
def vsb_layout(path):
    """Records of 64 bytes as the format's public header file lays them out."""
    with open(path, "rb") as file:
        content = file.read()
    assert content[:6] == b"icsbin" and content[6:10] == b"\x04\x01\x00\x00", "the header differs"
    at = 10
    while at < len(content):
        fields = struct.unpack_from("<6I8B2BhI8s8sI4s", content, at)
        status, _, low, high = fields[:4]
        network, has_extra, length, network2, identifier = fields[8], fields[12], fields[14], fields[15], fields[17]
        payload = fields[18][:length]
        at += 64
        if has_extra:
            payload = content[at : at + fields[20]]
            at += fields[20]
        flags = (EXTENDED if status & 4 else 0) | (REMOTE if status & 8 else 0) | (SENT if status & 2 else 0) | (ERROR if status & 1 else 0)
        if status & SPY_STATUS_CANFD:
            (status3,) = struct.unpack("<I", fields[19][:4])
            flags |= FD | (BIT_RATE_SWITCH if status3 & SPY_STATUS3_CANFD_BRS else 0) | (ERROR_STATE if status3 & SPY_STATUS3_CANFD_ESI else 0)
        data = bytes(length) if flags & REMOTE else b"" if flags & ERROR else payload
        yield VSB_EPOCH_NS + ((high << 32) + low) * 25, 0 if flags & ERROR else identifier, network + network2 * 256, flags, data


@reader
def tshark_packets(path):
    """Whole packets, as tshark dumps them; the identifier is the type in bytes 12 and 13."""
    times = subprocess.run(["tshark", "-r", path, "-T", "fields", "-e", "frame.time_epoch"], capture_output=True, check=True, text=True).stdout
    dump = subprocess.run(["tshark", "-r", path, "-x"], capture_output=True, check=True, text=True).stdout
    # a packet has a dump for each of its layers' buffers; the first is the packet
    packets = re.split(r"\n(?=0000  )", "\n" + dump)[1:]
    packets = [bytes.fromhex("".join(line[6:53] for line in packet.split("\n\n")[0].splitlines())) for packet in packets]
    for time, data in zip(times.split(), packets, strict=True):
        seconds, _, fraction = time.partition(".")
        yield int(seconds) * 10**9 + int(fraction.ljust(9, "0")[:9]), int.from_bytes(data[12:14]), None, 0, data


def truth(text):
    return text in ("1", "True", "true")


known = []


def known_fields(wanted):
    """Fields that this version of tshark has: some were renamed."""
    if not known:
        listed = subprocess.run(["tshark", "-G", "fields"], capture_output=True, check=True, text=True).stdout
        names = {line.split("\t")[2] for line in listed.splitlines() if line.startswith("F\t")}
        known.extend(field for field in wanted if field in names)
    return known


for job in json.load(open(sys.argv[1])):
    try:
        frames = list(readers[job["reader"]](job["file"]))
        write_table(job["table"], frames)
        print(json.dumps({"count": len(frames)}), flush=True)
    except Exception as error:  # the other side says what this means
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
