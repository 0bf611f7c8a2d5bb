"""Runs a script on a laptop the way the server does: the same job file, arguments, folders and progress."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from loggerhead.errors import JobError
from loggerhead.progress import FILE_NAME

MOST_UNPACKED = 512 * 1024 * 1024
PACKAGE = Path(__file__).resolve().parent
SEARCHED = [str(PACKAGE.parent), *(str(path) for path in (PACKAGE / "others", PACKAGE.parent / "compatibility") if path.is_dir())]
"""Where this package and those of other servers are, installed and in its own folder."""
START = """
import json, os, runpy, sys
_, last, *sys.argv = sys.argv
sys.path[0] = os.path.dirname(sys.argv[0])
sys.path += json.loads(last)
runpy.run_path(sys.argv[0], run_name="__main__")
"""
"""Starts a script with its folder first on the path and this package and those of other servers last, as on the server."""


@dataclass(frozen=True)
class LaptopRun:
    """What to run on what."""

    script: Path
    """A zip with a `__main__.py`, or the folder that it was made of."""
    data: Sequence[Path]
    configurations: Sequence[Path]
    stores: Sequence[Path]
    """Signal stores, one for each data file in the same order; or none at all."""
    output: Path
    previous: Path | None = None
    vehicle: str = ""


def run_script(order: LaptopRun) -> int:
    """Runs it to its end and gives its exit code. Raises JobError when something is missing."""
    for path in [order.script, *order.data, *order.configurations, *order.stores]:
        if not path.exists():
            raise JobError(f"{path} is not there.")
    if order.stores and len(order.stores) != len(order.data):
        raise JobError(f"There are {len(order.data)} data files and {len(order.stores)} signal stores; give one for each.")
    order.output.mkdir(parents=True, exist_ok=True)
    (order.output / FILE_NAME).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory(prefix="loggerhead-") as temporary:
        folder = order.script.resolve() if order.script.is_dir() else _unpack(order.script, Path(temporary) / "script")
        main = find_main(folder)
        job = Path(temporary) / "job.ipa"
        job.write_text(json.dumps(job_of(order), indent=2), encoding="utf-8")
        arguments = [sys.executable, "-c", START, json.dumps(SEARCHED), str(main), str(job)]
        if order.configurations and not imports_interface(main):
            arguments.append(str(order.configurations[0].resolve()))
        return _start(arguments, order.output)


def job_of(order: LaptopRun) -> dict[str, Any]:
    """The job file's content."""
    files = [_entry(order, number, path) for number, path in enumerate(order.data)]
    configuration = None
    if order.configurations:
        try:
            configuration = json.loads(order.configurations[0].read_text(encoding="utf-8-sig"))
        except (json.JSONDecodeError, UnicodeDecodeError):
            configuration = None
    return {
        "data_files": files,
        "files": files,
        "config_files": [{"path": str(path.resolve()), "name": path.name} for path in order.configurations],
        "configuration": configuration,
        "output_dir": str(order.output.resolve()),
        "previous_dir": str(order.previous.resolve()) if order.previous else None,
    }


def _entry(order: LaptopRun, number: int, path: Path) -> dict[str, Any]:
    return {
        "path": str(path.resolve()),
        "id": number + 1,
        "uploadId": number + 1,
        "filename": path.name,
        "startDate": None,
        "endDate": None,
        "vehicleId": None,
        "vehicle": order.vehicle,
        "signals": str(order.stores[number].resolve()) if order.stores else None,
    }


def find_main(folder: Path) -> Path:
    """The script's `__main__.py`, wherever it is in the folder. Raises JobError when there is none, or more than one."""
    found = sorted(folder.rglob("__main__.py"))
    if len(found) != 1:
        raise JobError("The script has no __main__.py." if not found else "The script has more than one __main__.py.")
    return found[0]


def imports_interface(main: Path) -> bool:
    """True when the script takes its files from `intrepidcs.ipa_interface`, which wants no second argument."""
    return any("ipa_interface" in path.read_text(encoding="utf-8", errors="replace") for path in main.parent.rglob("*.py"))


def _unpack(script: Path, folder: Path) -> Path:
    try:
        with zipfile.ZipFile(script) as package:
            entries = package.infolist()
            if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
                raise JobError(f"{script.name} unpacks to more than {MOST_UNPACKED // 1024**2} MB.")
            for entry in entries:
                parts = PurePosixPath(entry.filename).parts
                if entry.filename.startswith("/") or ".." in parts or "\\" in entry.filename:
                    raise JobError(f"{script.name} has a file outside of its folder: {entry.filename}")
            package.extractall(folder)
    except zipfile.BadZipFile as error:
        raise JobError(f"{script.name} is no zip file that can be read ({error}).") from error
    return folder


def _start(arguments: list[str], output: Path) -> int:
    """In the output folder; progress is shown on the error output."""
    environment = {**os.environ, "MPLBACKEND": "Agg", "PYTHONUNBUFFERED": "1"}
    child = subprocess.Popen(arguments, cwd=output, env=environment)
    ended = threading.Event()
    watcher = threading.Thread(target=_show_progress, args=(output / FILE_NAME, ended), daemon=True)
    watcher.start()
    try:
        return child.wait()
    except KeyboardInterrupt:
        child.terminate()
        return child.wait()
    finally:
        ended.set()
        watcher.join()


def _show_progress(path: Path, ended: threading.Event) -> None:
    last = ""
    while True:
        done = ended.is_set()
        lines = path.read_text(encoding="utf-8", errors="replace").split() if path.exists() else []
        if lines and lines[-1] != last:
            last = lines[-1]
            print(f"{last} %", file=sys.stderr, flush=True)
        if done:
            return
        time.sleep(0.1)
