"""What analysis scripts import.

import loggerhead

with loggerhead.run() as run:
    for file in run.each_file():
        speed = file.signals["VehicleSpeed"]
        run.metric("Greatest speed", speed.values.max(), speed.unit)
"""

from loggerhead.asl import SignalNames, read_signal_names
from loggerhead.errors import DamagedFile, JobError, LoggerheadError, MissingPackage, SignalError, UnsupportedFile
from loggerhead.events import Event, EventDefinition, find_events, spans_where
from loggerhead.expressions import Expression, ExpressionError
from loggerhead.frames import FrameBlock, read_frames
from loggerhead.hits import Hit, Hits
from loggerhead.job import ConfigFile, DataFile, Job, read_job
from loggerhead.metrics import Metric, Metrics
from loggerhead.report import Report
from loggerhead.run import Run, run
from loggerhead.signal import Signal
from loggerhead.signals import SignalInfo, Signals, StoreSignals
from loggerhead.version import __version__

__all__ = [
    "ConfigFile",
    "DamagedFile",
    "DataFile",
    "Event",
    "EventDefinition",
    "Expression",
    "ExpressionError",
    "FrameBlock",
    "Hit",
    "Hits",
    "Job",
    "JobError",
    "LoggerheadError",
    "Metric",
    "Metrics",
    "MissingPackage",
    "Report",
    "Run",
    "Signal",
    "SignalError",
    "SignalInfo",
    "SignalNames",
    "Signals",
    "StoreSignals",
    "UnsupportedFile",
    "__version__",
    "find_events",
    "read_frames",
    "read_job",
    "read_signal_names",
    "run",
    "spans_where",
]
