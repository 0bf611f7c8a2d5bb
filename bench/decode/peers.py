"""The peers' side, in a process of its own: peers.py TASK FILE DBC ROUNDS prints one line of JSON (see report.ts)."""

import collections
import json
import os
import resource
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import numpy  # noqa: E402

task, path, dbc, rounds = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])

if task == "asammdf":
    from asammdf import MDF
else:
    import can
if task in ("cantools", "numpy"):
    import cantools


def asammdf():
    """Open, decode the bus, select all signals: name -> (seconds, values)."""
    with MDF(path) as mdf:
        with mdf.extract_bus_logging({"CAN": [(dbc, 0)]}) as decoded:
            wanted = [
                (None, group, index)
                for group, entry in enumerate(decoded.groups)
                for index, channel in enumerate(entry.channels)
                if channel.channel_type not in (2, 3)
            ]
            return {signal.name: (signal.timestamps, signal.samples) for signal in decoded.select(wanted)}


def with_cantools():
    """python-can reads, cantools decodes: the way of its documentation."""
    database = cantools.database.load_file(dbc)
    times, values = collections.defaultdict(list), collections.defaultdict(list)
    origin = None
    with can.LogReader(path) as reader:
        for message in reader:
            if origin is None:
                origin = message.timestamp
            for name, value in database.decode_message(message.arbitration_id, message.data).items():
                times[name].append(message.timestamp - origin)
                values[name].append(value)
    return {name: (numpy.array(times[name]), numpy.array(values[name], dtype=float)) for name in values}


RECORD = numpy.dtype(
    {
        "names": ["status", "low", "high", "id", "data"],
        "formats": ["<u4", "<u4", "<u4", "<u4", "<u8"],
        "offsets": [0, 8, 12, 36, 40],
        "itemsize": 64,
    }
)


def with_numpy():
    """VSB as a structured array, each signal by shifts and masks of whole columns."""
    database = cantools.database.load_file(dbc)
    records = numpy.fromfile(path, dtype=RECORD, offset=10)
    ticks = (records["high"].astype(numpy.int64) << 32) | records["low"]
    seconds = (ticks - ticks[0]) * 25e-9
    keys = (records["id"] & 0x1FFFFFFF).astype(numpy.int64) | ((records["status"].astype(numpy.int64) & 4) << 30)
    result = {}
    for message in database.messages:
        key = message.frame_id | ((4 << 30) if message.is_extended_frame else 0)
        rows = numpy.nonzero(keys == key)[0]
        little = records["data"][rows]
        big = little.byteswap()
        for signal in message.signals:
            if signal.byte_order == "little_endian":
                raw = little >> numpy.uint64(signal.start)
            else:
                last = 63 - (8 * (signal.start // 8) + 7 - signal.start % 8)
                raw = big >> numpy.uint64(last - signal.length + 1)
            raw = (raw & numpy.uint64((1 << signal.length) - 1)).astype(numpy.int64)
            if signal.is_signed:
                raw = raw - ((raw >> (signal.length - 1)) << signal.length)
            result[signal.name] = (seconds[rows], raw * float(signal.scale) + float(signal.offset))
    return result


def frames():
    with can.LogReader(path) as reader:
        collections.deque(reader, maxlen=0)


def frame_digest():
    count = ids = data = 0
    seconds = 0.0
    origin = None
    with can.LogReader(path) as reader:
        for message in reader:
            if origin is None:
                origin = message.timestamp
            ids += message.arbitration_id * (count % 97 + 1)
            count += 1
            data += sum(byte * (i + 1) for i, byte in enumerate(message.data))
            seconds += message.timestamp - origin
    return {"frames": [count, ids, data, seconds]}


def digest(result):
    sums = {}
    for name, (seconds, values) in result.items():
        values = values.astype(float)
        weights = numpy.arange(len(values)) % 97 + 1
        sums[name] = [len(values), float(values.sum()), float((values * weights).sum()), float(seconds.sum())]
    return sums


def peak_memory():
    """Of this program alone: what getrusage tells begins with the size of the parent."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def since_start():
    """Seconds since this program began, imports included; zero where the system does not tell."""
    try:
        with open("/proc/self/stat") as stat, open("/proc/uptime") as uptime:
            ticks = int(stat.read().rsplit(") ", 1)[1].split()[19])
            return float(uptime.read().split()[0]) - ticks / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


TASKS = {"asammdf": asammdf, "cantools": with_cantools, "numpy": with_numpy, "frames": frames}

start = {"wall": since_start(), "cpu": time.process_time()}
taken = []
result = None
for _ in range(rounds):
    result = None
    before, begun = time.process_time(), time.perf_counter()
    result = TASKS[task]()
    taken.append({"wall": time.perf_counter() - begun, "cpu": time.process_time() - before})
peak = peak_memory()
sums = frame_digest() if task == "frames" else digest(result)
print(json.dumps({"start": start, "rounds": taken, "digest": sums, "peakBytes": peak}))
