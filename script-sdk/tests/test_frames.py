import json
import struct

import numpy as np
import pytest

import loggerhead
from loggerhead import DamagedFile, UnsupportedFile, read_frames
from loggerhead.frames import ERROR, EXTENDED, FD, SENT


def record(ticks, identifier, data, status=0, protocol=1, network=1, behind=b""):
    """A record of 25 ns ticks since 2007; `behind` are data after it."""
    body = bytearray(64)
    struct.pack_into("<II", body, 0, status, 0)
    struct.pack_into("<II", body, 8, ticks & 0xFFFFFFFF, ticks >> 32)
    body[24], body[26], body[28] = 9, network, protocol
    body[30], body[32] = (1 if behind else 0), len(data)
    struct.pack_into("<I", body, 36, identifier)
    body[40 : 40 + len(data)] = data
    struct.pack_into("<I", body, 56, len(behind))
    return bytes(body) + behind


def written(path, *records, version=0x104):
    path.write_bytes(b"icsbin" + struct.pack("<I", version) + b"".join(records))
    return path


def test_records_with_and_without_data_behind_them(tmp_path):
    tick = 40_000_000
    path = written(
        tmp_path / "a.vsb",
        record(tick, 0x123, b"\1\2\3"),
        record(2 * tick, 0x18FEF300, b"", 0x04 | 0x02, 30, behind=bytes(range(12))),
        record(3 * tick, 0x7FF, b"\xff" * 8, 0x01),
    )
    (block,) = read_frames(path)
    assert (block.times - 1_167_609_600 * 10**9).tolist() == [10**9, 2 * 10**9, 3 * 10**9]
    assert block.id.tolist() == [0x123, 0x18FEF300, 0x7FF]
    assert block.length.tolist() == [3, 12, 8]
    assert block.flags.tolist() == [0, EXTENDED | SENT | FD, ERROR]
    assert block.data[0].tolist() == [1, 2, 3] + [0] * 9
    assert block.data[1].tolist() == list(range(12))
    assert len(block.of(0x123)) == 1 and len(block.of(0x123, extended=True)) == 0


def test_what_is_cut_off_and_what_is_not_known_is_said(tmp_path):
    with pytest.raises(DamagedFile, match="cut off at byte 74"):
        list(read_frames(written(tmp_path / "a.vsb", record(1, 1, b""), b"x" * 10)))
    with pytest.raises(UnsupportedFile, match="0x103"):
        list(read_frames(written(tmp_path / "b.vsb", version=0x103)))
    (tmp_path / "c.txt").write_text("words")
    with pytest.raises(UnsupportedFile, match="c.txt"):
        read_frames(tmp_path / "c.txt")


def test_a_broken_file_of_other_readers_is_said_in_one_way(tmp_path, job, capsys):
    content = json.loads(job.read_text())
    for name, head in (("a.mf4", b"MDF     4.10    " + b"\0" * 100), ("b.db", b"no database" * 50)):
        path = tmp_path / name
        path.write_bytes(head)
        with pytest.raises(DamagedFile, match=name):
            list(read_frames(path))
        content["data_files"][0].update(path=str(path), filename=name, signals=None)
        job.write_text(json.dumps(content))
        (file,) = loggerhead.run(str(job)).files
        assert not file.has_frames and not file.has_signals
        assert list(file.frames(strict=False)) == []
        assert name in capsys.readouterr().out


def test_a_log_of_python_can(tmp_path):
    pytest.importorskip("can")
    path = tmp_path / "drive.log"
    path.write_text("(1700000000.500000) can1 123#0102\n(1700000001.000000) can1 18FEF300#R8\n")
    (block,) = read_frames(path)
    assert block.times.tolist() == [1_700_000_000_500_000_000, 1_700_000_001_000_000_000]
    assert block.channel.tolist() == [1, 1]
    assert block.length.tolist() == [2, 8]


def test_times_of_frames_count_as_those_of_signals(job, tmp_path):
    content = json.loads(job.read_text())
    job.write_text(json.dumps(content))
    (file,) = loggerhead.run(str(job)).files
    assert file.seconds(np.array([1_700_000_001_250_000_000])).tolist() == [1.25]
    path = written(tmp_path / "own.vsb", record(40_000_000, 1, b""), record(60_000_000, 1, b""))
    content["data_files"][0].update(path=str(path), filename="own.vsb", signals=None)
    job.write_text(json.dumps(content))
    (file,) = loggerhead.run(str(job)).files
    assert [file.seconds(block.times).tolist() for block in file.frames()] == [[0.0, 0.5]]
    assert file.has_frames


def test_an_environment_without_the_package_that_reads_a_file_is_said(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "can", None)
    path = tmp_path / "drive.log"
    path.write_text("")
    with pytest.raises(loggerhead.MissingPackage, match="python-can"):
        list(read_frames(path))
