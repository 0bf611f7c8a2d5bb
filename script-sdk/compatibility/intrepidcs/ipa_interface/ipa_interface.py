"""Data files, configurations and folders of a script: from a job file, or from options of the command line.

script.py job.ipa
script.py [-d FILE]... [-c FILE]... [-p DIR] -o DIR
"""

from __future__ import annotations

import argparse
import json
import sys
from functools import lru_cache
from typing import Any

_about = {"prog": "script.py", "version": "1.0", "description": ""}


def ipa_init(script_name: str = "script.py", version: str = "1.0", message: str = "") -> None:
    """Says what `--help` and `--version` print. To be called before the other functions."""
    _about.update(prog=script_name, version=version, description=message)
    _job.cache_clear()
    _job()


def get_data_files() -> list[str]:
    """Paths of the data files."""
    return _paths("data_files")


def get_config_files() -> list[str]:
    """Paths of the configurations."""
    return _paths("config_files")


def get_output_dir() -> str:
    """The folder that results go to."""
    return _folder("output_dir")


def get_previous_dir() -> str | None:
    """The results of the run before; None when there is none."""
    return _job().get("previous_dir")


def update_progress(name: str = "Master", percent: float | None = None, message: str | None = None) -> None:
    """Shows how far the script is. `percent` is a part of 1, or of 100 when it is greater than 1."""
    if percent is None or name.lower() not in ("master", "filesread", ""):
        return
    value = float(percent) * 100 if float(percent) <= 1 else float(percent)
    with open("progress.ipa", "a", encoding="utf-8") as lines:
        lines.write(f"{min(100.0, max(0.0, value)):.1f}\n")


def using_ipa_file() -> bool:
    """True when a job file was given."""
    return _arguments().IPA_FILE is not None


def get_attribute_from_file(path: str, attribute: str) -> Any:
    """What the job file says of a data file or configuration, such as its vehicleId; None when it says nothing."""
    if not using_ipa_file():
        return None
    for file in [*_job().get("data_files", []), *_job().get("config_files", [])]:
        if isinstance(file, dict) and file.get("path") == path:
            return file.get(attribute)
    return None


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=_about["prog"], description=_about["description"])
    parser.add_argument("--version", action="version", version=_about["version"])
    parser.add_argument("IPA_FILE", nargs="?")
    parser.add_argument("-d", "--data_files", action="append", metavar="FILE")
    parser.add_argument("-c", "--config_files", action="append", metavar="FILE")
    parser.add_argument("-o", "--output_dir", metavar="DIR")
    parser.add_argument("-p", "--previous_dir", metavar="DIR")
    # a second argument (the configuration's path) is for scripts that do not import this
    known, _ = parser.parse_known_args(sys.argv[1:])
    return known


@lru_cache(maxsize=1)
def _job() -> dict[str, Any]:
    arguments = _arguments()
    if arguments.IPA_FILE is not None:
        with open(arguments.IPA_FILE, encoding="utf-8") as file:
            return json.load(file)
    given = {name: value for name, value in vars(arguments).items() if name != "IPA_FILE" and value is not None}
    if "output_dir" not in given:
        raise SystemExit("Give the script a job file (job.ipa), or its files with --data_files, --config_files and --output_dir.")
    return given


def _paths(name: str) -> list[str]:
    files = _job().get(name)
    if files is None:
        raise TypeError(f"the {name} argument is not included in IPA_FILE")
    if isinstance(files, (str, dict)):
        files = [files]
    paths = [file.get("path") if isinstance(file, dict) else file for file in files]
    return [path for path in paths if isinstance(path, str)]


def _folder(name: str) -> str:
    folder = _job().get(name)
    if folder is None:
        raise TypeError(f"the {name} argument is not included in IPA_FILE")
    if not isinstance(folder, str):
        raise TypeError(f"the {name} argument is invalid")
    return folder
