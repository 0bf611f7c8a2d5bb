"""How far a script is: lines of `progress.ipa` in the working directory."""

from __future__ import annotations

import sys
from pathlib import Path

FILE_NAME = "progress.ipa"


class Progress:
    """Tells the server, which shows it while the script runs."""

    def __init__(self, folder: Path | None = None):
        self._path = (folder or Path.cwd()) / FILE_NAME
        self._last = -1.0

    def __call__(self, percent: float, text: str = "") -> None:
        """`percent` from 0 to 100; a text goes to the log."""
        value = round(min(100.0, max(0.0, float(percent))), 1)
        if text:
            print(text, flush=True)
        if value == self._last:
            return
        self._last = value
        try:
            with open(self._path, "a", encoding="utf-8") as lines:
                lines.write(f"{value:g}\n")
        except OSError as error:
            print(f"The progress cannot be written: {error}", file=sys.stderr)
