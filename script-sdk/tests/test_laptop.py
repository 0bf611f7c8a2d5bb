import json
import zipfile

import pytest

from loggerhead.__main__ import main

SCRIPT = """
import loggerhead
from part import name
with loggerhead.run() as run:
    for file in run.each_file():
        run.metric(name, file.signals['Speed'].values.max(), 'km/h', run.configuration['limit'])
"""

OLD = """
import json, sys
from intrepidcs import ipa_interface as ipa
ipa.ipa_init(script_name='old.py', version='1.0', message='counts')
assert len(sys.argv) == 2
path = ipa.get_data_files()[0]
ipa.update_progress('Master', percent=0.5)
open(ipa.get_output_dir() + '/old.json', 'w').write(json.dumps([
    ipa.get_attribute_from_file(path, 'vehicle'), ipa.get_config_files(), ipa.using_ipa_file(), ipa.get_previous_dir()]))
"""

OLDER = """
import sys
from ICS_IPA import DataFileIOLibrary as icsFI
from ICS_IPA import DSRTools as icsDSR
from ICS_IPA import IPAInterfaceLibrary
try:
    import tkinter
except ImportError:
    pass
dsr = icsDSR.DSRFile()
sl = IPAInterfaceLibrary.get_config_file()
for path in IPAInterfaceLibrary.get_input_file_list():
    with icsFI.ICSDataFile(path, sl) as data:
        points = data.GetPoints()
        time = data.JumpBeforeTimestamp(0)
        active = None
        while time != sys.float_info.max:
            if active is None and points[data.indexOfSignal('V')] > 50:
                active = time
            elif active is not None and points[0] < 20:
                dsr.IncludeHit(data, active, time, 'fast')
                active = None
            time = data.GetNextRecord()
        dsr.Add(data, lambda points, timestamps: points[1] == 3, 'third ')
dsr.save('./hits.dsr')
IPAInterfaceLibrary.update_progress('100', 'done')
"""

RECORD_BY_RECORD = """
import os, sys
from ICS_IPA import DataFileIOLibrary as icsFI, DSRTools, IPAInterfaceLibrary

def mark(data: DSRTools.ICSDataFileType, dsr: DSRTools.DSRFile):
    speed = data.indexOfSignal('V')
    points = data.GetPoints()
    assert data.SetActiveMask('10') == 1
    dsr.Begin(data, 'over ')
    now = data.SetCursorsToStart()
    while now < sys.float_info.max:
        dsr.IncludeCurrentRecord(points[speed] > 50)
        assert data['V']['point'] == points[speed] == data[speed]['point']
        now = data.GetNextValidRecord()
    dsr.End()

assert IPAInterfaceLibrary.is_running_on_wivi_server()
found = DSRTools.DSRFile()
for number, file in enumerate(IPAInterfaceLibrary.get_input_file_list()):
    data = icsFI.ICSDataFile(file, IPAInterfaceLibrary.get_config_file())
    assert data.IsOpen and data.numChannels == data.GetNumChannels() == 2 and os.path.isfile(data.dbFileName)
    kind, start, end = data.GetMeasurementTimeBounds()
    assert kind == 1 and start == data.GetMeasurementStart() and round(end - start) == 10
    mark(data, found)
    IPAInterfaceLibrary.update_progress(str(100 * (number + 1)), 'file')
found.save(os.path.join(IPAInterfaceLibrary.get_output_path(), 'over.dsr'))
"""


@pytest.fixture
def files(tmp_path, store):
    data = tmp_path / "drive.vsb"
    data.write_bytes(b"")
    config = tmp_path / "config.asl"
    channels = [("V", "Speed"), ("G", "Gear")]
    config.write_text(
        json.dumps(
            {
                "limit": 50,
                "Channels": [
                    {
                        "name_in_script": name,
                        "OptionalList": [
                            {"channel_name": "Missing"},
                            {"channel_name": signal, "message_name": "", "network_name": ""},
                        ],
                    }
                    for name, signal in channels
                ],
            }
        )
    )
    return [
        "--data",
        str(data),
        "--config",
        str(config),
        "--signals",
        str(store),
        "--output",
        str(tmp_path / "out"),
        "--vehicle",
        "WT-07",
    ]


def packed(path, **files):
    with zipfile.ZipFile(path, "w") as package:
        for name, text in files.items():
            package.writestr(f"{name}.py", text)
    return str(path)


def test_a_script_runs_as_on_the_server(tmp_path, files, capfd):
    script = packed(tmp_path / "script.zip", __main__=SCRIPT, part="name = 'Top'")
    assert main(["run", script, *files]) == 0
    assert json.loads((tmp_path / "out/metrics.json").read_text())["metrics"] == [
        {"name": "Top", "value": pytest.approx(100), "unit": "km/h", "limit": 50.0}
    ]
    printed = capfd.readouterr()
    assert "drive.vsb (1 of 1)" in printed.out and "metrics.json" in printed.out
    assert "100 %" in printed.err


def test_paths_may_be_relative_and_the_script_a_folder(tmp_path, files, monkeypatch):
    (tmp_path / "script").mkdir()
    (tmp_path / "script/__main__.py").write_text(SCRIPT)
    (tmp_path / "script/part.py").write_text("name = 'Top'")
    monkeypatch.chdir(tmp_path)
    assert main(["run", "script", *(one.removeprefix(f"{tmp_path}/") for one in files)]) == 0
    assert (tmp_path / "out/metrics.json").exists()


def test_scripts_of_other_servers_run_unchanged(tmp_path, files):
    assert main(["run", packed(tmp_path / "old.zip", __main__=OLD), *files]) == 0
    assert json.loads((tmp_path / "out/old.json").read_text()) == ["WT-07", [str(tmp_path / "config.asl")], True, None]
    assert (tmp_path / "out/progress.ipa").read_text().split() == ["50.0"]


def test_scripts_with_the_older_reader_walk_through_signals(tmp_path, files):
    assert main(["run", packed(tmp_path / "older.zip", __main__=OLDER), *files]) == 0
    (entry_of_hits, entry_of_add) = json.loads((tmp_path / "out/hits.dsr").read_text())["HitList"]
    assert entry_of_hits["vehicle"] == "WT-07" and entry_of_hits["FilenameAndPath"] == "drive.vsb" and entry_of_hits["id"] == 1
    (hit,) = entry_of_hits["Hits"]
    assert (hit["StartTime"], hit["EndTime"]) == (pytest.approx(2.6), pytest.approx(9.1))
    assert "Read 2 channels of drive.vsb" in (tmp_path / "out/IPA.log").read_text()
    assert entry_of_add["Hits"] == [{"Description": "third 0", "StartTime": 5.0, "EndTime": 7.0}]


def test_scripts_that_mark_record_by_record_run_unchanged(tmp_path, files):
    assert main(["run", packed(tmp_path / "marks.zip", __main__=RECORD_BY_RECORD), *files]) == 0
    ((hit,),) = [entry["Hits"] for entry in json.loads((tmp_path / "out/over.dsr").read_text())["HitList"]]
    assert (hit["Description"], hit["StartTime"], hit["EndTime"]) == ("over 0", pytest.approx(2.6), pytest.approx(7.5))


def test_the_script_s_own_code_is_given_back(tmp_path, files):
    assert main(["run", packed(tmp_path / "s.zip", __main__="raise SystemExit(3)"), *files]) == 3


def test_what_will_not_do_is_said(tmp_path, files, capsys):
    assert main(["run", packed(tmp_path / "s.zip", other=""), *files]) == 2
    assert main(["run", str(tmp_path / "none.zip"), *files]) == 2
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as package:
        package.writestr("../__main__.py", "")
    assert main(["run", str(tmp_path / "bad.zip"), *files]) == 2
    (tmp_path / "no.zip").write_bytes(b"no")
    assert main(["run", str(tmp_path / "no.zip"), *files]) == 2
    told = capsys.readouterr().err
    for part in ("no __main__.py", "none.zip is not there", "outside of its folder", "no zip file"):
        assert part in told
