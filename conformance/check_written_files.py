"""Reads what our writers wrote with other people's programs and compares every value.

usage: check_written_files.py FOLDER
FOLDER/expected.json says what must be found; one verdict per line is printed as JSON: {"case", "verdict", "checked"}.
"""

import json
import struct
import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")

import can  # noqa: E402
import cantools  # noqa: E402
import numpy  # noqa: E402
from asammdf import MDF  # noqa: E402

EXTENDED, REMOTE, SENT, FD, BRS = 0x01, 0x02, 0x08, 0x10, 0x20
VSB_EPOCH_NS = 1167609600 * 10**9


def flags_of(message: can.Message) -> int:
    return (
        (EXTENDED if message.is_extended_id else 0)
        | (REMOTE if message.is_remote_frame else 0)
        | (0 if message.is_rx else SENT)
        | (FD if message.is_fd else 0)
        | (BRS if message.bitrate_switch else 0)
    )


def check_mf4_frames(path: Path, expected: dict) -> int:
    """python-can's MF4 reader against the frames that were written."""
    with MDF(path) as mdf:
        start = mdf.start_time.timestamp()
        attachment = mdf.extract_attachment(0)[0].decode()
        assert attachment == expected["attachment"], "the attachment differs"
    messages = sorted(can.MF4Reader(path), key=lambda message: message.timestamp)
    frames = expected["frames"]
    assert len(messages) == len(frames), f"{len(messages)} frames instead of {len(frames)}"
    for number, (message, frame) in enumerate(zip(messages, frames)):
        found = (message.channel, message.arbitration_id, flags_of(message), "" if message.is_remote_frame else message.data.hex())
        wanted = (frame["channel"], frame["id"], frame["flags"], frame["data"])
        assert found == wanted, f"frame {number}: {found} instead of {wanted}"
        # Doubles of today's epoch seconds resolve 0.24 microseconds.
        assert abs(message.timestamp - start - frame["timeNs"] / 1e9) < 2e-6, f"frame {number}: time {message.timestamp - start}"
    return len(frames)


def check_vsb_frames(path: Path, expected: dict) -> int:
    """The record layout of the format's public header file, unpacked by struct."""
    data = path.read_bytes()
    assert data[:10] == b"icsbin\x04\x01\x00\x00", "the header differs"
    at = 10
    for number, frame in enumerate(expected["frames"]):
        status, _, low, high, _, _, clock, _, network, _, _, _, has_extra, _, length, network2, _, identifier, inline, _, extra_length, _ = (
            struct.unpack_from("<6I8B2BhI8s8sI4s", data, at)
        )
        at += 64
        payload = inline[:length]
        if has_extra:
            payload = data[at : at + extra_length]
            at += extra_length
        assert clock == 9, f"frame {number}: clock {clock}"
        time_ns = ((high << 32) + low) * 25 + VSB_EPOCH_NS
        wanted_ns = expected["startNs"] + frame["timeNs"]
        assert abs(time_ns - wanted_ns) <= 13, f"frame {number}: time {time_ns} instead of {wanted_ns}"
        found = (network + network2 * 256, identifier, bool(status & 4), bool(status & 8), bool(status & 2), payload.hex())
        bits = frame["flags"]
        wanted = (frame["channel"], frame["id"], bool(bits & EXTENDED), bool(bits & REMOTE), bool(bits & SENT), frame["data"])
        assert found == wanted, f"frame {number}: {found} instead of {wanted}"
    assert at == len(data), f"{len(data) - at} bytes too many"
    return len(expected["frames"])


def check_mf4_signals(path: Path, expected: dict) -> int:
    """asammdf's physical values, times, units and texts."""
    checked = 0
    with MDF(path) as mdf:
        for signal in expected["signals"]:
            found = mdf.get(signal["name"])
            assert found.unit == signal["unit"], f"{signal['name']}: unit {found.unit}"
            assert numpy.allclose(found.timestamps, signal["seconds"], rtol=0, atol=1e-9), f"{signal['name']}: times"
            if "texts" in signal:
                assert [text.decode() for text in found.samples] == signal["texts"], f"{signal['name']}: texts"
            else:
                assert numpy.allclose(found.samples, signal["values"], rtol=1e-9, atol=1e-12), f"{signal['name']}: values"
            checked += len(found)
    return checked


def check_decoding(path: Path, expected: dict) -> int:
    """cantools with our DBC on the frames of a pretend drive, against what the drive's signals were."""
    database = cantools.database.load_string(expected["dbc"], "dbc")
    checked = 0
    for message in can.MF4Reader(path):
        decoded = database.decode_message(message.arbitration_id, message.data, decode_choices=False)
        wanted = expected["decoded"].get(str(checked))
        if wanted:
            for name, value in wanted.items():
                assert abs(decoded[name] - value) < 1e-6, f"frame {checked}: {name} is {decoded[name]} instead of {value}"
        checked += 1
    assert checked >= max(map(int, expected["decoded"])), f"only {checked} frames"
    return checked


CHECKS = {"mf4-frames": check_mf4_frames, "vsb-frames": check_vsb_frames, "mf4-signals": check_mf4_signals, "decoding": check_decoding}


def main(folder: Path) -> None:
    for case in json.loads((folder / "expected.json").read_text()):
        try:
            checked = CHECKS[case["check"]](folder / case["file"], case)
            verdict = "equal"
        except AssertionError as difference:
            checked, verdict = 0, str(difference)
        print(json.dumps({"case": case["file"], "verdict": verdict, "checked": checked}))


main(Path(sys.argv[1]))
