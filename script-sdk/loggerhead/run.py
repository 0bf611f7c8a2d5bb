"""A run of a script: what it is given and what it gives."""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from loggerhead.hits import Hits
from loggerhead.job import DataFile, Job, read_job
from loggerhead.metrics import Metrics, VerdictName
from loggerhead.progress import Progress
from loggerhead.report import Report


class Run:
    """All that a script needs. Use it with `with`: what was collected is written at its end.

    ::

        import loggerhead

        with loggerhead.run() as run:
            for file in run.each_file():
                speed = file.signals['VehicleSpeed']
                run.metric('Greatest speed', speed.values.max(), speed.unit)
    """

    def __init__(self, job: Job):
        self.job = job
        self.progress = Progress(job.output)
        self.hits = Hits()
        self.metrics = Metrics()
        self._reports: dict[str, Report] = {}
        self._finished = False
        job.output.mkdir(parents=True, exist_ok=True)

    @property
    def files(self) -> list[DataFile]:
        """The files to analyse."""
        return self.job.files

    @property
    def configuration(self) -> Any:
        """The configuration, read as JSON; an empty dictionary when there is none."""
        return self.job.configuration

    @property
    def output(self) -> Path:
        """The folder of the results: whatever is in it at the end becomes a result."""
        return self.job.output

    @property
    def previous(self) -> Path | None:
        """The results of the run before; None when there are none."""
        return self.job.previous

    def each_file(self, files: Sequence[DataFile] | None = None) -> Iterator[DataFile]:
        """The files one after the other; says in the log which, and how far the script is."""
        files = self.files if files is None else files
        for number, file in enumerate(files):
            self.progress(100 * number / len(files), f"{file.filename} ({number + 1} of {len(files)})")
            yield file
        self.progress(100)

    def recordings(self, kind: Literal["signals", "frames"] = "signals") -> list[DataFile]:
        """One file of each upload: an upload often has the same recording in several formats.

        The first that has signals, or that has frames which this package reads; said in the log are uploads that have none.
        """
        uploads: dict[object, list[DataFile]] = {}
        for number, file in enumerate(self.files):
            uploads.setdefault(file.upload_id if file.upload_id is not None else ("file", number), []).append(file)
        chosen = []
        for files in uploads.values():
            found = next((file for file in files if (file.has_signals if kind == "signals" else file.has_frames)), None)
            if found is None:
                print(f"{', '.join(file.filename for file in files)}: no {kind}")
            else:
                chosen.append(found)
        return chosen

    def hit(self, file: DataFile, description: str, start: float, end: float | None = None) -> None:
        """Adds a hit, in seconds since the recording's start; written to `hits.dsr`."""
        self.hits.add(file, description, start, end)

    def metric(self, name: str, value: float | None, unit: str = "", limit: float | None = None) -> None:
        """Sets a number that the results page shows and charts over time."""
        self.metrics.set(name, value, unit, limit)

    def verdict(self, verdict: VerdictName, text: str = "") -> None:
        """Says `pass`, `fail` or `none`, and why in a sentence."""
        self.metrics.set_verdict(verdict, text)

    def report(self, title: str, name: str = "report.html") -> Report:
        """A report that is written to `name`; the same one when asked for again."""
        if name not in self._reports:
            self._reports[name] = Report(title)
        return self._reports[name]

    def finish(self) -> None:
        """Writes hits, metrics and reports, if there are any. May be called again."""
        if len(self.hits):
            self.hits.save(self.output / "hits.dsr")
        if len(self.metrics) or self.metrics.verdict != "none" or self.metrics.text:
            self.metrics.save(self.output / "metrics.json")
        for name, report in self._reports.items():
            report.save(self.output / name)
        self._finished = True

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        # what a script found before it broke down is worth having
        self.finish()

    def _at_exit(self) -> None:
        if not self._finished:
            self.finish()


def run(path: str | None = None) -> Run:
    """Begins a run with the job file at `path`, or the script's first argument.

    Raises JobError when there is none.
    """
    begun = Run(read_job(path))
    atexit.register(begun._at_exit)
    return begun
