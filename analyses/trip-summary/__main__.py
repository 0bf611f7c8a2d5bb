"""What each drive was: how far, how fast, how long it stood, how it was driven."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import loggerhead
from loggerhead import Signal, Signals
from loggerhead.report.scales import counted, duration

NAMES = {
    "speed": ["VehicleSpeed", "Vehicle_Speed", "GpsSpeed", "Speed", "WheelBasedVehicleSpeed"],
    "odometer": ["Odometer", "TotalVehicleDistance"],
    "engine": ["EngineSpeed", "EngSpeed", "Engine_Speed", "RPM"],
    "fuel": ["FuelLevel", "FuelLevel1"],
    "acceleration": ["LongitudinalAcceleration", "AccelX"],
    "coolant": ["CoolantTemperature", "EngCoolantTemp", "EngineCoolantTemperature"],
}
STANDING = 1.0
"""km/h: slower is standing."""
RUNNING = 300.0
"""1/min: faster is a running engine."""
LONGEST_STEP = 5.0
"""Seconds between samples that are still one drive."""
TO_KMH = {"km/h": 1.0, "kph": 1.0, "m/s": 3.6, "mph": 1.609344, "": 1.0}
MOST_CHARTS = 8


@dataclass
class Trip:
    """One recording."""

    file: loggerhead.DataFile
    speed: Signal
    """In km/h."""
    seconds: float
    kilometres: float
    standing: float
    idling: float | None
    stops: int
    greatest: float
    hardest_braking: float | None
    fuel: float | None
    coolant: float | None

    @property
    def mean(self) -> float:
        """km/h over the whole time."""
        return self.kilometres / self.seconds * 3600 if self.seconds > 0 else 0.0


def main() -> None:
    with loggerhead.run() as run:
        trips = []
        for file in run.each_file(run.recordings()):
            trip = trip_of(file, run.configuration)
            if trip is None:
                print("There is no signal of the speed")
            else:
                trips.append(trip)
        summarize(run, trips)
        report(run, trips)


def trip_of(file: loggerhead.DataFile, configuration: dict) -> Trip | None:
    signals = file.signals
    speed = named(signals, "speed", configuration)
    if speed is None or len(speed) < 2:
        return None
    speed = in_kmh(speed.in_order().known())
    steps = np.diff(speed.times)
    steps = np.where(steps > LONGEST_STEP, 0.0, steps)
    middle = (speed.values[1:] + speed.values[:-1]) / 2
    is_standing = middle < STANDING
    engine, acceleration = named(signals, "engine", configuration), named(signals, "acceleration", configuration)
    running = engine.sampled(speed.times[1:]) > RUNNING if engine is not None else None
    return Trip(
        file=file,
        speed=speed,
        seconds=float(speed.times[-1] - speed.times[0]),
        kilometres=driven(signals, middle, steps, configuration),
        standing=float(steps[is_standing].sum()),
        idling=None if running is None else float(steps[is_standing & running].sum()),
        stops=stops_of(is_standing),
        greatest=float(speed.values.max()),
        hardest_braking=None if acceleration is None or not len(acceleration) else float(-np.nanmin(acceleration.values)),
        fuel=used(named(signals, "fuel", configuration)),
        coolant=greatest(named(signals, "coolant", configuration)),
    )


def named(signals: Signals, what: str, configuration: dict) -> Signal | None:
    """A signal by the names of the configuration, else by those that vehicles usually have."""
    for names in loggerhead.read_signal_names(configuration):
        if names.name == what and (known := names.found_in(signals)) is not None:
            return signals[known]
    return signals.first_of(NAMES[what])


def in_kmh(speed: Signal) -> Signal:
    factor = TO_KMH.get(speed.unit.strip().lower(), 1.0)
    return loggerhead.Signal(speed.name, "km/h", "number", speed.times, speed.values * factor, speed.raw, speed.start)


def driven(signals: Signals, middle: np.ndarray, steps: np.ndarray, configuration: dict) -> float:
    """Kilometres by the odometer where it counts finely enough, else by the speed."""
    by_speed = float((middle * steps).sum() / 3600)
    odometer = named(signals, "odometer", configuration)
    if odometer is None or len(odometer) < 2 or odometer.unit.strip().lower() != "km":
        return by_speed
    counted = float(np.nanmax(odometer.values) - np.nanmin(odometer.values))
    return counted if abs(counted - by_speed) < max(0.2, by_speed * 0.2) else by_speed


def stops_of(is_standing: np.ndarray) -> int:
    """How often it came to a stand after it had moved."""
    moved = np.flatnonzero(~is_standing)
    if not len(moved):
        return 0
    return int(np.count_nonzero(np.diff(is_standing[moved[0] :].astype("i1")) > 0))


def used(fuel: Signal | None) -> float | None:
    """Percent of the tank; None where it was filled."""
    if fuel is None or len(fuel) < 2 or fuel.unit.strip() != "%":
        return None
    lost = float(np.median(fuel.values[:10]) - np.median(fuel.values[-10:]))
    return max(0.0, lost) if lost > -2 else None


def greatest(signal: Signal | None) -> float | None:
    return float(np.nanmax(signal.values)) if signal is not None and len(signal) and not np.isnan(signal.values).all() else None


def summarize(run: loggerhead.Run, trips: list[Trip]) -> None:
    kilometres, seconds = sum(trip.kilometres for trip in trips), sum(trip.seconds for trip in trips)
    run.metric("Distance", kilometres, "km")
    run.metric("Time", seconds / 3600, "h")
    run.metric("Greatest speed", max((trip.greatest for trip in trips), default=None), "km/h")
    run.metric("Standing", 100 * sum(trip.standing for trip in trips) / seconds if seconds else None, "%")
    brakings = [trip.hardest_braking for trip in trips if trip.hardest_braking is not None]
    run.metric("Hardest braking", max(brakings, default=None), "m/s²")
    run.verdict("none", f"{counted(len(trips), 'drive')}, {kilometres:.1f} km in {duration(seconds)}.")


def report(run: loggerhead.Run, trips: list[Trip]) -> None:
    kilometres, seconds = sum(trip.kilometres for trip in trips), sum(trip.seconds for trip in trips)
    vehicles = sorted({trip.file.vehicle for trip in trips if trip.file.vehicle})
    page = run.report("Trip summary").lead(f"{run.metrics.text[:-1]}{': ' + ', '.join(vehicles) if vehicles else ''}.")
    page.facts(
        [
            ("Drives", len(trips)),
            ("Distance", kilometres, "km"),
            ("Time", duration(seconds)),
            ("Mean speed", kilometres / seconds * 3600 if seconds else None, "km/h"),
            ("Greatest speed", max((trip.greatest for trip in trips), default=None), "km/h"),
            ("Standing", f"{100 * sum(trip.standing for trip in trips) / seconds:.0f} %" if seconds else "–"),
        ]
    )
    page.section("Drives")
    page.table(
        [
            "Recording",
            "Vehicle",
            "Start",
            "Time",
            "km",
            "Mean km/h",
            "Top km/h",
            "Standing",
            "Idling",
            "Stops",
            "Braking m/s²",
            "Fuel %",
        ],
        [
            [
                trip.file.filename,
                trip.file.vehicle,
                trip.file.start.strftime("%Y-%m-%d %H:%M") if trip.file.start else None,
                duration(trip.seconds),
                trip.kilometres,
                trip.mean,
                trip.greatest,
                duration(trip.standing),
                None if trip.idling is None else duration(trip.idling),
                trip.stops,
                trip.hardest_braking,
                trip.fuel,
            ]
            for trip in trips
        ],
        mono=["Start"],
        decimals={"km": 2, "Mean km/h": 1, "Top km/h": 1, "Braking m/s²": 1, "Fuel %": 1},
        empty="No recording has a signal of the speed.",
    )
    shown = trips[:MOST_CHARTS]
    if shown:
        page.section("Speed", f"the first {len(shown)} of {len(trips)} drives" if len(shown) < len(trips) else "")
    for trip in shown:
        lines = [("Speed", trip.speed.times, trip.speed.values)]
        page.line_chart(f"{trip.file.filename}  {trip.file.vehicle}", lines, y_label="km/h", from_zero=True)


if __name__ == "__main__":
    main()
