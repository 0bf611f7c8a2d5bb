"""Events: they begin where one expression becomes true and end where another does.

    {"EventDefinitions": [{"Description": "Launch from rest",
                           "StartExpression": "(Pedal > 80) and (Speed < 5)", "EndExpression": "(Pedal < 50) or (Speed > 60)"}]}

In expressions `Prev__Speed` is the value of Speed at the record before, and `TimeFromExpStart` the seconds since the event began
(in end expressions). A record is a time at which any of the signals has a sample; the others keep their last value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from loggerhead.errors import JobError
from loggerhead.expressions import Expression, ExpressionError

PREVIOUS = "Prev__"
TIME_FROM_START = "TimeFromExpStart"
MOST_EVENTS = 100_000


@dataclass(frozen=True)
class EventDefinition:
    """What begins an event and what ends it. Without an end expression it ends where the start's becomes false."""

    description: str
    start: Expression
    end: Expression | None

    @property
    def signals(self) -> list[str]:
        """The signals that it needs, each once."""
        names = [*self.start.names, *(self.end.names if self.end else [])]
        return list(dict.fromkeys(name.removeprefix(PREVIOUS) for name in names if name != TIME_FROM_START))


@dataclass(frozen=True)
class Event:
    """Found in a recording; seconds since its start."""

    definition: EventDefinition
    start: float
    end: float
    open: bool = False
    """The recording ended before the event did."""


def read_event_definitions(configuration: Any) -> list[EventDefinition]:
    """The events of a configuration. Raises JobError or ExpressionError that names the event."""
    listed = configuration.get("EventDefinitions") if isinstance(configuration, dict) else None
    if not isinstance(listed, list) or not listed:
        raise JobError('The configuration has no "EventDefinitions".')
    return [_definition(one, place) for place, one in enumerate(listed)]


def _definition(one: Any, place: int) -> EventDefinition:
    if not isinstance(one, dict) or not isinstance(one.get("StartExpression"), str):
        raise JobError(f'Event {place + 1} of the configuration has no "StartExpression".')
    description = str(one.get("Description") or f"Event {place + 1}")
    end = one.get("EndExpression")
    try:
        return EventDefinition(
            description, Expression(one["StartExpression"]), Expression(end) if isinstance(end, str) and end.strip() else None
        )
    except ExpressionError as error:
        raise ExpressionError(f"{description}: {error}") from error


def find_events(definition: EventDefinition, times: np.ndarray, values: Mapping[str, np.ndarray]) -> list[Event]:
    """The events among records: `times` in seconds, and for each signal a value at each time (NaN where it has none yet).

    Raises ExpressionError when a signal is not there.
    """
    if len(times) == 0:
        return []
    known = dict(values) | {PREVIOUS + name: _before(column) for name, column in values.items()}
    begins = np.flatnonzero(_holds(definition.start, known, times))
    if definition.end is None:
        return _spans(definition, _holds(definition.start, known, times), times)
    needs_time = TIME_FROM_START in definition.end.names
    ends = None if needs_time else np.flatnonzero(_holds(definition.end, known, times))
    events: list[Event] = []
    at = 0
    while len(events) < MOST_EVENTS:
        place = np.searchsorted(begins, at)
        if place == len(begins):
            break
        begin = int(begins[place])
        # the record that begins an event cannot end it
        end = _end_after(definition.end, known, times, begin) if ends is None else _next(ends, begin + 1)
        if end is None:
            events.append(Event(definition, float(times[begin]), float(times[-1]), open=True))
            break
        events.append(Event(definition, float(times[begin]), float(times[end])))
        # the record that ends an event may begin the next one only afterwards
        at = end + 1
    return events


def spans_where(truth: np.ndarray, times: np.ndarray) -> list[tuple[float, float]]:
    """Where something is true without a break: first and last time of each span."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], truth, [False]]).astype("i1")))
    return [(float(times[a]), float(times[b - 1])) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def _spans(definition: EventDefinition, truth: np.ndarray, times: np.ndarray) -> list[Event]:
    return [Event(definition, start, end, open=end == times[-1]) for start, end in spans_where(truth, times)][:MOST_EVENTS]


def _holds(expression: Expression, values: Mapping[str, np.ndarray], times: np.ndarray) -> np.ndarray:
    if TIME_FROM_START in expression.names:
        values = dict(values) | {TIME_FROM_START: np.full(len(times), np.nan)}
    return np.broadcast_to(expression.holds(values), len(times))


def _before(column: np.ndarray) -> np.ndarray:
    """At the first record there is none before: its own, so that nothing has changed yet."""
    return np.concatenate([column[:1], column[:-1]])


def _next(places: np.ndarray, at: int) -> int | None:
    place = np.searchsorted(places, at)
    return int(places[place]) if place < len(places) else None


def _end_after(end: Expression, values: Mapping[str, np.ndarray], times: np.ndarray, begin: int) -> int | None:
    """Looks further and further ahead: an end that depends on the begin cannot be worked out for all at once."""
    first, length = begin + 1, 256
    while first < len(times):
        rows = slice(first, first + length)
        known = {name: column[rows] for name, column in values.items()} | {TIME_FROM_START: times[rows] - times[begin]}
        found = np.flatnonzero(np.broadcast_to(end.holds(known), len(times[rows])))
        if len(found):
            return first + int(found[0])
        first, length = first + length, length * 2
    return None
