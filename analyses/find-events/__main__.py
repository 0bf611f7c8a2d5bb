"""Finds events in recordings: they begin where one expression becomes true and end where another does."""

from __future__ import annotations

import numpy as np

import loggerhead
from loggerhead import Event, EventDefinition, SignalNames
from loggerhead.asl import plain_names
from loggerhead.events import read_event_definitions
from loggerhead.report.scales import clock, counted, duration

MOST_CHARTS = 6
"""Recordings that are drawn; the table has all."""


def main() -> None:
    with loggerhead.run() as run:
        definitions = read_event_definitions(run.configuration)
        aliases = {names.name: names for names in loggerhead.read_signal_names(run.configuration)}
        recordings = run.recordings()
        found: list[tuple[loggerhead.DataFile, list[Event]]] = []
        for file in run.each_file(recordings):
            events = [event for one in definitions for event in events_of(file, one, aliases)]
            events.sort(key=lambda event: event.start)
            for event in events:
                run.hit(file, event.definition.description, event.start, event.end)
            print(counted(len(events), "event"))
            found.append((file, events))
        summarize(run, definitions, found)
        report(run, definitions, found, aliases)


def events_of(file: loggerhead.DataFile, definition: EventDefinition, aliases: dict[str, SignalNames]) -> list[Event]:
    """The events of one kind; none where the recording lacks one of its signals."""
    values, times = {}, []
    for name in definition.signals:
        names = aliases.get(name) or plain_names([name])[0]
        known = names.found_in(file.signals)
        if known is None:
            print(f"{definition.description}: there is no signal {name}")
            return []
        values[name] = file.signals[known].in_order().known()
        times.append(values[name].times)
    records = np.unique(np.concatenate(times)) if times else np.empty(0)
    return loggerhead.find_events(definition, records, {name: signal.sampled(records) for name, signal in values.items()})


def summarize(run: loggerhead.Run, definitions: list[EventDefinition], found) -> None:
    for definition in definitions:
        count = sum(event.definition is definition for _, events in found for event in events)
        run.metric(definition.description, count, "events")
    total = sum(len(events) for _, events in found)
    run.metric("Events", total, "events")
    limit = run.configuration.get("MostEvents")
    said = f"{counted(total, 'event')} in {counted(len(found), 'recording')}."
    if isinstance(limit, int | float):
        run.verdict("fail" if total > limit else "pass", f"{said[:-1]}; {limit:g} are allowed.")
    else:
        run.verdict("none", said)


def report(run: loggerhead.Run, definitions: list[EventDefinition], found, aliases: dict[str, SignalNames]) -> None:
    page = run.report("Events").verdict(run.metrics.verdict, run.metrics.text)
    events = [(file, event) for file, all_ in found for event in all_]
    longest = max((event.end - event.start for _, event in events), default=None)
    page.facts(
        [
            ("Events", len(events)),
            ("Recordings with events", f"{sum(bool(all_) for _, all_ in found)} of {len(found)}"),
            ("Longest", duration(longest)),
            ("Together", duration(sum(event.end - event.start for _, event in events))),
        ]
    )
    page.section("What was looked for")
    page.table(
        ["Event", "Begins", "Ends", "Found"],
        [
            [
                one.description,
                one.start.text,
                one.end.text if one.end else "when that is over",
                sum(e.definition is one for _, e in events),
            ]
            for one in definitions
        ],
        mono=["Begins", "Ends"],
    )
    page.section("Found", f"{len(events)}")
    page.table(
        ["Event", "Recording", "Vehicle", "At", "Lasted"],
        [[e.definition.description, file.filename, file.vehicle, clock(e.start), lasted(e)] for file, e in events],
        mono=["At"],
        empty="No event was found.",
        note="Open hits.dsr to jump to them in the recordings.",
    )
    drawn = sorted((one for one in found if one[1]), key=lambda one: -len(one[1]))[:MOST_CHARTS]
    if drawn:
        page.section("In time", "recordings with most events" if len(drawn) == MOST_CHARTS else "")
    for file, all_ in drawn:
        rows = [(one.description, [(e.start, e.end) for e in all_ if e.definition is one]) for one in definitions]
        rows = [row for row in rows if row[1]]
        signal = shown_signal(file, all_[0].definition, aliases)
        end = signal.times[-1] if signal is not None and len(signal) else max(e.end for e in all_)
        page.bands(f"{file.filename}  {file.vehicle}", rows, 0, float(end))
        if signal is not None:
            spans = [(e.start, e.end) for e in all_]
            line = (f"{signal.name}", signal.times, signal.values)
            page.line_chart("", [line], y_label=f"{signal.name} {signal.unit}".strip(), spans=spans, under_bands=(0, float(end)))


def lasted(event: Event) -> str:
    return duration(event.end - event.start) + (", to the end" if event.open else "")


def shown_signal(file: loggerhead.DataFile, definition: EventDefinition, aliases: dict[str, SignalNames]):
    """The first signal of the event that is a number."""
    for name in definition.signals:
        known = (aliases.get(name) or plain_names([name])[0]).found_in(file.signals)
        if known is not None and file.signals.info(known).kind == "number":
            return file.signals[known].in_order()
    return None


if __name__ == "__main__":
    main()
