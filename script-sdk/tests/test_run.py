import json
import sys

import pytest

import loggerhead
from loggerhead import JobError, SignalError


def test_what_a_script_is_given(job):
    run = loggerhead.run(str(job))
    (file,) = run.files
    assert (file.id, file.upload_id, file.filename, file.vehicle_id, file.vehicle, file.extension) == (
        12,
        3,
        "Drive_001.mf4",
        7,
        "WT-07",
        "mf4",
    )
    assert file.start.isoformat() == "2026-11-20T10:00:00+00:00"
    assert run.configuration == {"limit": 50}
    assert run.previous is None
    assert file.has_signals and file.signals["Speed"].unit == "km/h"


def test_what_it_gives(job):
    with loggerhead.run(str(job)) as run:
        for file in run.each_file():
            run.hit(file, "fast", 1, 2.5)
            run.hit(file, "now", 4)
        run.metric("Greatest speed", 182.5, "km/h", limit=130)
        run.metric("Unknown", float("nan"))
        run.verdict("fail", "Too fast.")
        run.report("Speeds").paragraph("<b>not bold</b>")
    hits = json.loads((run.output / "hits.dsr").read_text())
    assert hits == {
        "HitList": [
            {
                "id": 12,
                "startDate": "2026-11-20T10:00:00.000Z",
                "vehicle": "WT-07",
                "FilenameAndPath": "Drive_001.mf4",
                "Hits": [
                    {"Description": "fast", "StartTime": 1.0, "EndTime": 2.5},
                    {"Description": "now", "StartTime": 4.0, "EndTime": 4.0},
                ],
            }
        ]
    }
    assert json.loads((run.output / "metrics.json").read_text()) == {
        "verdict": "fail",
        "text": "Too fast.",
        "metrics": [
            {"name": "Greatest speed", "value": 182.5, "unit": "km/h", "limit": 130.0},
            {"name": "Unknown", "value": None, "unit": ""},
        ],
    }
    assert "&lt;b&gt;not bold&lt;/b&gt;" in (run.output / "report.html").read_text()
    assert (run.output / "progress.ipa").read_text().split() == ["0", "100"]


def test_what_was_found_before_a_script_broke_down_is_kept(job):
    with pytest.raises(ZeroDivisionError), loggerhead.run(str(job)) as run:
        run.metric("one", 1)
        raise ZeroDivisionError
    assert (run.output / "metrics.json").exists()


def test_nothing_is_written_that_nobody_made(job):
    with loggerhead.run(str(job)) as run:
        pass
    assert list(run.output.iterdir()) == []


def test_a_hit_does_not_end_before_it_begins(job):
    run = loggerhead.run(str(job))
    with pytest.raises(ValueError, match="ends"):
        run.hit(run.files[0], "x", 2, 1)


def test_what_is_missing_is_said(job, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["script.py"])
    with pytest.raises(JobError, match="python -m loggerhead run"):
        loggerhead.run()
    with pytest.raises(JobError, match="cannot be read"):
        loggerhead.run(str(tmp_path / "none.ipa"))
    content = json.loads(job.read_text())
    content["data_files"][0].update(signals=None, filename="Drive.vsb")
    job.write_text(json.dumps(content))
    with pytest.raises(SignalError, match="--signals"):
        _ = loggerhead.run(str(job)).files[0].signals
    assert not loggerhead.run(str(job)).files[0].has_signals


def test_signals_of_an_mdf_file_without_a_store(tmp_path, job):
    asammdf = pytest.importorskip("asammdf")
    with asammdf.MDF() as mdf:
        mdf.append([asammdf.Signal([1.0, 2, 3], [0.0, 0.5, 1], name="Pressure", unit="bar")])
        mdf.append([asammdf.Signal([b"a", b"bc"], [0.0, 1], name="Word", encoding="utf-8")])
        path = mdf.save(tmp_path / "signals.mf4", overwrite=True)
    content = json.loads(job.read_text())
    content["data_files"][0].update(signals=None, path=str(path), filename="signals.mf4")
    job.write_text(json.dumps(content))
    signals = loggerhead.run(str(job)).files[0].signals
    assert signals["Pressure"].values.tolist() == [1, 2, 3] and signals["Pressure"].unit == "bar"
    assert signals["Word"].values.tolist() == ["a", "bc"]
    assert signals.read("Pressure", 0.4, 0.6).times.tolist() == [0.5]
