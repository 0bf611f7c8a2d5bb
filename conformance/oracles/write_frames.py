"""Writes frames in other people's programs' forms of the formats.

usage: write_frames.py JOBS.json; a job is {"writer", "table", "file"}. Prints a line of JSON for each: {"count"} or {"error"}.
"""

import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import can  # noqa: E402
from frame_table import BIT_RATE_SWITCH, ERROR, ERROR_STATE, EXTENDED, FD, REMOTE, SENT, read_table  # noqa: E402


def messages_of(table):
    for time_ns, identifier, channel, flags, data in read_table(table):
        yield can.Message(
            timestamp=time_ns / 10**9,
            arbitration_id=identifier,
            is_extended_id=bool(flags & EXTENDED),
            is_remote_frame=bool(flags & REMOTE),
            is_error_frame=bool(flags & ERROR),
            is_rx=not flags & SENT,
            is_fd=bool(flags & FD),
            bitrate_switch=bool(flags & BIT_RATE_SWITCH),
            error_state_indicator=bool(flags & ERROR_STATE),
            channel=channel,
            data=None if flags & REMOTE else data,
            dlc=len(data),
        )


writers = {
    "asc": can.ASCWriter,
    "blf": can.BLFWriter,
    "csv": can.CSVWriter,
    "db": can.SqliteWriter,
    "log": can.CanutilsLogWriter,
    "trc": can.TRCWriter,
    "mf4": can.io.MF4Writer,
}

for job in json.load(open(sys.argv[1])):
    try:
        count = 0
        options = {"database": None, "compression_level": 2} if job["writer"] == "mf4" else {}
        with writers[job["writer"]](job["file"], **options) as writer:
            for message in messages_of(job["table"]):
                writer(message)
                count += 1
            # the thread of python-can's SQLite writer leaves what still waits when it is told to end
            while getattr(writer, "buffer", None) and not writer.buffer.empty():
                time.sleep(0.005)
        print(json.dumps({"count": count}), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
