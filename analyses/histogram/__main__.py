"""How long each signal had which values: a histogram weighed by time."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

import loggerhead
from loggerhead import Signal, SignalNames
from loggerhead.asl import plain_names
from loggerhead.report.scales import counted, duration, number, ticks

USUAL = ["VehicleSpeed", "EngineSpeed", "Throttle", "CoolantTemperature", "Gear"]
LONGEST_STEP = 10.0
"""A value is not known for longer than so many usual steps: a gap counts for none."""


@dataclass
class Tally:
    """A signal's values of all recordings, and how long each was there (seconds)."""

    names: SignalNames
    unit: str = ""
    values: list[np.ndarray] = field(default_factory=list)
    seconds: list[np.ndarray] = field(default_factory=list)
    labels: dict[float, str] = field(default_factory=dict)
    recordings: int = 0

    def add(self, signal: Signal) -> None:
        ordered = signal.in_order().known()
        if len(ordered) < 2:
            return
        steps = np.diff(ordered.times)
        usual = float(np.median(steps[steps > 0])) if (steps > 0).any() else 0.0
        self.values.append(ordered.values[:-1])
        self.seconds.append(np.minimum(steps, usual * LONGEST_STEP))
        if signal.kind == "enumeration":
            pairs = zip(ordered.values, ordered.labels, strict=True)
            self.labels.update({float(value): str(label) for value, label in set(pairs)})
        self.unit = self.unit or signal.unit
        self.recordings += 1


def main() -> None:
    with loggerhead.run() as run:
        wanted = loggerhead.read_signal_names(run.configuration) or plain_names(USUAL)
        tallies = [Tally(names) for names in wanted]
        for file in run.each_file(run.recordings()):
            for tally in tallies:
                known = tally.names.found_in(file.signals)
                if known is None or file.signals.info(known).kind == "text":
                    print(f"There is no signal {tally.names.name} of numbers")
                else:
                    tally.add(file.signals[known])
        report(run, [tally for tally in tallies if tally.values], [tally.names.name for tally in tallies if not tally.values])


def report(run: loggerhead.Run, tallies: list[Tally], missing: list[str]) -> None:
    page = run.report("Histograms").lead("How long each signal had which values, over all recordings together.")
    rows = []
    for tally in tallies:
        values, seconds = np.concatenate(tally.values), np.concatenate(tally.seconds)
        if tally.labels:
            rows.append([tally.names.name, "", *[None] * 6, duration(seconds.sum())])
            continue
        low, middle, high = weighted_quantiles(values, seconds, (0.05, 0.5, 0.95))
        mean = float(np.average(values, weights=seconds)) if seconds.sum() > 0 else float("nan")
        name = tally.names.name
        rows.append([name, tally.unit, values.min(), low, middle, mean, high, values.max(), duration(seconds.sum())])
        run.metric(f"{name}, mean", mean, tally.unit)
        run.metric(f"{name}, greatest", float(values.max()), tally.unit)
    page.table(
        ["Signal", "Unit", "Least", "5 %", "Median", "Mean", "95 %", "Greatest", "Time"],
        rows,
        empty="None of the signals was found.",
    )
    if missing:
        page.paragraph(f"Not found in any recording: {', '.join(missing)}.")
    for tally in tallies:
        show(run, page, tally)


def show(run: loggerhead.Run, page: loggerhead.Report, tally: Tally) -> None:
    values, seconds = np.concatenate(tally.values), np.concatenate(tally.seconds)
    total = float(seconds.sum()) or 1.0
    page.section(tally.names.name, f"{counted(tally.recordings, 'recording')}, {duration(total)}")
    if tally.labels:
        times = {label: float(seconds[values == value].sum()) for value, label in sorted(tally.labels.items())}
        rows = [[label, time / total, f"{100 * time / total:.1f} %", duration(time)] for label, time in times.items()]
        page.table(["Value", "Share", "Share of time", "Time"], rows, bars=["Share"])
        return
    edges = edges_of(tally, values)
    counts, _ = np.histogram(values, edges, weights=seconds)
    outside = total - float(counts.sum())
    label = f"{tally.names.name} [{tally.unit}]" if tally.unit else tally.names.name
    page.histogram("", edges, 100 * counts / total, x_label=label, y_label="% of time")
    if outside > total * 5e-4:
        page.paragraph(
            f"{100 * outside / total:.1f} % of the time is outside of the bins ({number(edges[0])} to {number(edges[-1])})."
        )
    with open(run.output / f"histogram-{safe(tally.names.name)}.csv", "w", encoding="utf-8") as file:
        file.write("from,to,seconds\n")
        file.writelines(f"{a:g},{b:g},{time:.6f}\n" for a, b, time in zip(edges[:-1], edges[1:], counts, strict=True))


def edges_of(tally: Tally, values: np.ndarray) -> np.ndarray:
    """As configured (`bins`: edges, or how many), else round numbers."""
    bins = tally.names.options.get("bins")
    if isinstance(bins, list) and len(bins) > 1:
        return np.unique(np.array(bins, "f8"))
    finite = values[np.isfinite(values)]
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 1.0)
    high = high if high > low else low + 1
    if isinstance(bins, int) and bins > 0:
        return np.linspace(low, high, bins + 1)
    marks = ticks(low, high, 30)
    step = marks[1] - marks[0] if len(marks) > 1 else high - low
    return np.arange(np.floor(low / step), np.ceil(high / step) + 1.5) * step


def weighted_quantiles(values: np.ndarray, weights: np.ndarray, shares: tuple[float, ...]) -> list[float]:
    order = np.argsort(values, kind="stable")
    sums = np.cumsum(weights[order])
    if not len(sums) or sums[-1] <= 0:
        return [float("nan")] * len(shares)
    places = np.searchsorted(sums, np.array(shares) * sums[-1])
    return [float(values[order[min(place, len(values) - 1)]]) for place in places]


def safe(name: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in name)


if __name__ == "__main__":
    main()
