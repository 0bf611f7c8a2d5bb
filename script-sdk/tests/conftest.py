"""A recording with a store, and a job around it."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from stores import Written, write_store  # noqa: E402


@pytest.fixture
def store(tmp_path):
    """Speed every 0.1 s for 10 s, a gear every second, a text twice."""
    times = [place / 10 for place in range(101)]
    speed = np.array([min(place, 100 - place) * 20 for place in range(101)], dtype="<u2")
    return write_store(
        tmp_path / "signals.lhs",
        [
            Written("Speed", times, speed, "km/h", 0.1, message="Chassis"),
            Written(
                "Gear",
                [float(place) for place in range(11)],
                np.array([0, 1, 1, 2, 2, 3, 3, 2, 1, 1, 9], "<u1"),
                names={0.0: "Neutral", 1.0: "First", 2.0: "Second", 3.0: "Third"},
                message="Powertrain",
            ),
            Written("State", [1.0, 6.0], np.array([1, 0], "<u1"), texts=["parked", "driving"]),
            Written("Nothing", [0.0], np.array([np.nan], "<f8")),
        ],
    )


@pytest.fixture
def job(tmp_path, store):
    """The path of a job file."""
    data = tmp_path / "drive.mf4"
    data.write_bytes(b"")
    config = tmp_path / "config.asl"
    config.write_text(json.dumps({"limit": 50}))
    output = tmp_path / "output"
    output.mkdir()
    entry = {
        "path": str(data),
        "id": 12,
        "uploadId": 3,
        "filename": "Drive_001.mf4",
        "startDate": "2026-11-20T10:00:00.000Z",
        "endDate": "2026-11-20T10:00:10.000Z",
        "vehicleId": 7,
        "vehicle": "WT-07",
        "signals": str(store),
    }
    path = tmp_path / "job.ipa"
    path.write_text(
        json.dumps(
            {
                "data_files": [entry],
                "files": [entry],
                "config_files": [{"path": str(config), "name": "config.asl"}],
                "configuration": {"limit": 50},
                "output_dir": str(output),
                "previous_dir": None,
            }
        )
    )
    return path
