"""Random payloads for every message of databases, and what cantools decodes from them.

usage: decode_payloads.py DBC...; a line of JSON for each: {"path", "messages": [{"id", "extended", "long", "payloads":
[{"data", "signals": {name: number or {"number"}}}]}]} or {"path", "refused"}. Multiplexers get values that choose something.
"""

import json
import math
import random
import sys
import warnings

warnings.filterwarnings("ignore")

import cantools  # noqa: E402

PAYLOADS = 4


def put(data, signal, raw):
    """Writes a raw value bit by bit, in the numbering of DBC."""
    bit = signal.start
    positions = []
    for _ in range(signal.length):
        positions.append(bit)
        if signal.byte_order == "little_endian":
            bit += 1
        else:
            bit = bit - 1 if bit % 8 else bit + 15
    if signal.byte_order == "big_endian":
        positions.reverse()
    for position in positions:
        byte, mask = position // 8, 1 << position % 8
        if byte < len(data):
            data[byte] = data[byte] | mask if raw & 1 else data[byte] & ~mask
        raw >>= 1


def payload(message, random_numbers):
    data = bytearray(random_numbers.randbytes(message.length))
    for signal in message.signals:
        if signal.is_multiplexer:
            known = sorted({v for other in message.signals if other.multiplexer_signal == signal.name for v in other.multiplexer_ids or []})
            if known:
                put(data, signal, random_numbers.choice(known))
    return bytes(data)


def plain(value):
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    return value


def messages_of(path):
    random_numbers = random.Random(path.rsplit("/", 1)[-1])
    for message in cantools.database.load_file(path, strict=False, prune_choices=False).messages:
        if message.is_container:
            continue
        payloads = []
        for _ in range(PAYLOADS):
            data = payload(message, random_numbers)
            try:
                signals = message.decode(data, decode_choices=False)
            except Exception:
                continue  # a multiplexer inside another one's value
            payloads.append({"data": data.hex(), "signals": {name: plain(value) for name, value in signals.items()}})
        yield {"id": message.frame_id, "extended": message.is_extended_frame, "name": message.name, "payloads": payloads}


for path in sys.argv[1:]:
    try:
        print(json.dumps({"path": path, "messages": list(messages_of(path))}), flush=True)
    except Exception as error:
        print(json.dumps({"path": path, "refused": str(error)}), flush=True)
