"""What a script is given, as the older public package says it."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

is_wivi = True


def is_running_on_wivi_server() -> bool:
    """True: scripts run on a server here, with a job file."""
    return True


def _job() -> dict[str, Any] | None:
    if len(sys.argv) < 2:
        return None
    with open(sys.argv[1], encoding="utf-8") as file:
        return json.load(file)


def get_input_file_list(autoConvertToDB: bool = False) -> list[dict[str, Any]] | None:  # noqa: N803 - the public name
    """The data files, a dictionary each: path, id, vehicle, startDate and others. Nothing has to be converted."""
    job = _job()
    if job is None:
        return None
    return job["files"] if "files" in job else job["data_files"]


def get_config_file() -> str | None:
    """The path of the configuration, or None."""
    if len(sys.argv) > 2:
        return sys.argv[2]
    files = (_job() or {}).get("config_files") or []
    first = files[0] if files else None
    return first.get("path") if isinstance(first, dict) else first


def get_config_data() -> Any:
    """The configuration, read as JSON; None when there is none."""
    path = get_config_file()
    if path is None:
        return None
    with open(path, encoding="utf-8-sig") as file:
        return json.load(file)


def get_output_path() -> str:
    """The folder that results go to."""
    return (_job() or {}).get("output_dir") or os.getcwd()


def update_progress(percent: Any, message: str = "") -> None:
    """Shows how far the script is, 0 to 100."""
    with open("progress.ipa", "a", encoding="utf-8") as lines:
        lines.write(f"{str(percent).strip()}\n")
