"""Reads signal stores and recordings with the package for scripts and compares them with what our own reader found.

usage: check_script_sdk.py signals DUMPS.json | frames JOBS.json; prints a line of JSON for each.
"""

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "script-sdk"))
sys.path.insert(0, str(Path(__file__).parent))

from frame_table import write_table  # noqa: E402
from loggerhead import StoreSignals, read_frames  # noqa: E402


def same(ours, theirs):
    return ours.shape == theirs.shape and np.array_equal(ours, theirs, equal_nan=True)


def check_store(dump):
    numbers = np.fromfile(dump["numbers"], "<f8")
    signals = StoreSignals(dump["store"])
    told, at, samples = [], 0, 0
    origin = np.datetime64(dump["origin"]["epochMs"], "ms") + np.timedelta64(dump["origin"]["nanos"], "ns")
    if signals.start != origin:
        told.append(f"origin {signals.start}, expected {origin}")
    if len(signals.infos) != len(dump["signals"]):
        return {"differences": [f"{len(signals.infos)} signals, expected {len(dump['signals'])}"]}
    for number, expected in enumerate(dump["signals"]):
        count = expected["count"]
        times, raw = numbers[at : at + count], numbers[at + count : at + 2 * count]
        at += 2 * count
        samples += count
        told += [f"{expected['group']}.{expected['name']}: {what}" for what in check_signal(signals, number, expected, times, raw)]
    return {"signals": len(signals.infos), "samples": samples, "differences": told[:5]}


def check_signal(signals, number, expected, times, raw):
    info, stored = signals.infos[number], signals.store.signals[number]
    found = signals._read(number, -np.inf, np.inf)
    for name, value in (("name", info.name), ("group", info.group), ("unit", info.unit), ("kind", info.kind), ("count", info.count)):
        if value != expected[name]:
            yield f"{name} {value!r}, expected {expected[name]!r}"
    if not same(found.times, times / 1e9):
        yield "other times"
    if not same(found.raw.astype("f8"), raw):
        yield "other raw values"
    if dict(found.names) != {float(key): text for key, text in expected["names"]}:
        yield "other names"
    if stored.texts != expected["texts"]:
        yield "other texts"
    if stored.times_fall != expected["falls"]:
        yield "falling of times"
    if expected["kind"] == "text":
        texts = np.array([expected["texts"][int(place)] for place in raw], dtype=object)
        if not np.array_equal(found.values, texts):
            yield "other values"
    elif not same(found.values, raw * expected["factor"] + expected["offset"]):
        yield "other values"
    if expected["gaps"] is not None and not same(stored.gaps(), np.array(expected["gaps"]).reshape(-1, 2)):
        yield "other gaps"
    if len(times):
        low, high = np.quantile(times, [0.3, 0.6])
        inside = (times >= low) & (times <= high)
        parts = list(stored.chunks(low, high))
        if not same(np.concatenate([part[0] for part in parts] or [times[:0]]), times[inside]):
            yield "another window"


def check_frames(job):
    def rows():
        for block in read_frames(job["file"]):
            for row in range(len(block)):
                channel = int(block.channel[row])
                data = bytes(block.data[row, : block.length[row]]).ljust(int(block.length[row]), b"\0")
                yield int(block.times[row]), int(block.id[row]), None if channel < 0 else channel, int(block.flags[row]), data

    count = 0

    def counted():
        nonlocal count
        for row in rows():
            count += 1
            yield row

    write_table(job["table"], counted())
    return {"count": count}


check = {"signals": check_store, "frames": check_frames}[sys.argv[1]]
for job in json.loads(Path(sys.argv[2]).read_text()):
    print(json.dumps(check(job)), flush=True)
