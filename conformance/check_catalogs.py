"""Reads DBC files with cantools and prints what they say, one JSON line per file.

usage: check_catalogs.py FILE...
A line is {"path", "messages": [...]} or {"path", "refused": reason}.
"""

import json
import logging
import math
import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import cantools  # noqa: E402


def text_of(path: Path) -> str:
    content = path.read_bytes()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def signal_form(signal):
    conversion = signal.conversion
    choices = signal.choices or {}
    limits = [signal.minimum or 0, signal.maximum or 0]
    if not all(math.isfinite(limit) for limit in limits):
        limits = [0, 0]
    return {
        "name": signal.name,
        "startBit": signal.start,
        "bitCount": signal.length,
        "byteOrder": "little" if signal.byte_order == "little_endian" else "big",
        "signed": signal.is_signed,
        "float": bool(conversion.is_float),
        "factor": conversion.scale,
        "offset": conversion.offset,
        "minimum": limits[0],
        "maximum": limits[1],
        "unit": signal.unit or "",
        "comment": signal.comment or "",
        "names": {str(value): str(name) for value, name in choices.items()},
        "multiplexer": signal.is_multiplexer,
        "by": signal.multiplexer_signal,
        "values": sorted(signal.multiplexer_ids or []),
    }


def message_form(message):
    return {
        "name": message.name,
        "id": message.frame_id,
        "extended": message.is_extended_frame,
        "length": message.length,
        "fd": message.is_fd,
        "j1939": message.protocol == "j1939",
        "cycleMs": message.cycle_time or 0,
        "sender": (message.senders or [""])[0],
        "comment": message.comment or "",
        "signals": {signal.name: signal_form(signal) for signal in message.signals},
    }


for name in sys.argv[1:]:
    line = {"path": name}
    try:
        database = cantools.database.load_string(text_of(Path(name)), "dbc", strict=False, sort_signals=None)
        line["messages"] = [message_form(message) for message in database.messages]
    except Exception as error:  # the oracle's own verdict
        line["refused"] = f"{type(error).__name__}: {error}"[:300]
    print(json.dumps(line))
