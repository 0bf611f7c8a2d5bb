"""Where the vehicle was: route, distance, height, speed and how good the reception was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import loggerhead
from loggerhead import Signal, Signals
from loggerhead.report.scales import counted, duration

NAMES = {
    "latitude": ["Latitude", "GPS_Latitude", "GpsLatitude", "Lat"],
    "longitude": ["Longitude", "GPS_Longitude", "GpsLongitude", "Lon", "Long"],
    "speed": ["GpsSpeed", "GPS_Speed", "Speed", "VehicleSpeed"],
    "altitude": ["Altitude", "GPS_Altitude", "GpsAltitude"],
    "satellites": ["Satellites", "GPS_Satellites", "NumberOfSatellites"],
}
EARTH = 6_371_008.8
"""Mean radius, metres."""
FASTEST = 120.0
"""m/s: faster is a jump of the receiver."""
LONGEST_STEP = 10.0
"""Seconds without a position that are no gap yet."""
MOST_ROUTES = 8


@dataclass
class Route:
    """The positions of one recording."""

    file: loggerhead.DataFile
    times: np.ndarray
    latitude: np.ndarray
    longitude: np.ndarray
    metres: float
    jumps: int
    gaps: list[tuple[float, float]]
    speed: np.ndarray
    """km/h, at each position."""
    altitude: Signal | None
    satellites: Signal | None

    @property
    def seconds(self) -> float:
        return float(self.times[-1] - self.times[0])


def main() -> None:
    with loggerhead.run() as run:
        routes = []
        for file in run.each_file(run.recordings()):
            route = route_of(file, run.configuration)
            if route is None:
                print("There is no position")
                continue
            for start, end in route.gaps:
                run.hit(file, "No position", start, end)
            routes.append(route)
        summarize(run, routes)
        report(run, routes)


def named(signals: Signals, what: str, configuration: dict) -> Signal | None:
    for names in loggerhead.read_signal_names(configuration):
        if names.name == what and (known := names.found_in(signals)) is not None:
            return signals[known]
    return signals.first_of(NAMES[what])


def route_of(file: loggerhead.DataFile, configuration: dict) -> Route | None:
    signals = file.signals
    latitude, longitude = named(signals, "latitude", configuration), named(signals, "longitude", configuration)
    if latitude is None or longitude is None:
        return None
    latitude, longitude = latitude.in_order().known(), longitude.in_order().known()
    times = latitude.times
    lat, lon = latitude.values, longitude.sampled(times)
    # receivers send zeros until they know where they are
    good = (np.abs(lat) <= 90) & (np.abs(lon) <= 180) & ~((lat == 0) & (lon == 0))
    times, lat, lon = times[good], lat[good], lon[good]
    if len(times) < 2:
        return None
    metres = distances(lat, lon)
    steps = np.diff(times)
    with np.errstate(divide="ignore", invalid="ignore"):
        jumps = metres > np.maximum(FASTEST * steps, 30)
    gaps = [(float(times[i]), float(times[i + 1])) for i in np.flatnonzero(steps > LONGEST_STEP)]
    return Route(
        file=file,
        times=times,
        latitude=lat,
        longitude=lon,
        metres=float(metres[~jumps].sum()),
        jumps=int(jumps.sum()),
        gaps=gaps,
        speed=speed_at(signals, configuration, times, metres, steps),
        altitude=named(signals, "altitude", configuration),
        satellites=named(signals, "satellites", configuration),
    )


def speed_at(signals: Signals, configuration: dict, times: np.ndarray, metres: np.ndarray, steps: np.ndarray) -> np.ndarray:
    speed = named(signals, "speed", configuration)
    if speed is not None and speed.kind != "text":
        return speed.sampled(times) * {"m/s": 3.6, "mph": 1.609344}.get(speed.unit.strip().lower(), 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        between = np.where(steps > 0, metres / steps * 3.6, np.nan)
    return np.append(between, between[-1:])


def distances(latitude: np.ndarray, longitude: np.ndarray) -> np.ndarray:
    """Metres from each position to the next, along the great circle."""
    lat, lon = np.radians(latitude), np.radians(longitude)
    half = np.sin(np.diff(lat) / 2) ** 2 + np.cos(lat[1:]) * np.cos(lat[:-1]) * np.sin(np.diff(lon) / 2) ** 2
    return 2 * EARTH * np.arcsin(np.sqrt(np.clip(half, 0, 1)))


def climbed(altitude: Signal | None) -> float | None:
    """Metres up; steps of less than 3 m are noise."""
    if altitude is None or not len(altitude):
        return None
    values = altitude.in_order().known().values
    up, at = 0.0, float(values[0]) if len(values) else 0.0
    for value in values:
        if abs(value - at) >= 3:
            up += max(0.0, float(value) - at)
            at = float(value)
    return up


def summarize(run: loggerhead.Run, routes: list[Route]) -> None:
    metres, seconds = sum(route.metres for route in routes), sum(route.seconds for route in routes)
    lost = sum(end - start for route in routes for start, end in route.gaps)
    run.metric("Distance", metres / 1000, "km")
    run.metric(
        "Greatest speed", max((float(np.nanmax(route.speed)) for route in routes if len(route.speed)), default=None), "km/h"
    )
    run.metric("Without position", 100 * lost / seconds if seconds else None, "%")
    run.metric("Jumps", sum(route.jumps for route in routes), "")
    run.verdict("none", f"{counted(len(routes), 'route')}, {metres / 1000:.1f} km in {duration(seconds)}.")


def report(run: loggerhead.Run, routes: list[Route]) -> None:
    page = run.report("GPS summary").lead(run.metrics.text)
    metres, seconds = sum(route.metres for route in routes), sum(route.seconds for route in routes)
    heights = [route.altitude for route in routes if route.altitude is not None and len(route.altitude)]
    page.facts(
        [
            ("Distance", metres / 1000, "km"),
            ("Time", duration(seconds)),
            ("Mean speed", metres / seconds * 3.6 if seconds else None, "km/h"),
            ("Lowest", min((float(np.nanmin(one.values)) for one in heights), default=None), "m"),
            ("Highest", max((float(np.nanmax(one.values)) for one in heights), default=None), "m"),
            ("Gaps", sum(len(route.gaps) for route in routes)),
        ]
    )
    page.section("Routes")
    page.table(
        ["Recording", "Vehicle", "From", "To", "Time", "km", "Top km/h", "Climbed m", "Satellites", "Gaps", "Jumps"],
        [row_of(route) for route in routes],
        mono=["From", "To"],
        decimals={"km": 2, "Top km/h": 1, "Climbed m": 0, "Satellites": 0},
        empty="No recording has positions.",
    )
    shown = routes[:MOST_ROUTES]
    for route in shown:
        page.section(route.file.filename, f"{route.file.vehicle}, {route.metres / 1000:.2f} km")
        page.track("Seen from above, north up; from slow to fast", route.latitude, route.longitude, route.speed)
        lines = [("Speed", route.times, route.speed)]
        with page.side_by_side():
            page.line_chart("Speed", lines, y_label="km/h", spans=route.gaps, from_zero=True)
            if route.altitude is not None and len(route.altitude):
                page.line_chart("Height", [("Height", route.altitude.times, route.altitude.values)], y_label="m")


def row_of(route: Route) -> list:
    satellites = None if route.satellites is None or not len(route.satellites) else float(np.nanmedian(route.satellites.values))
    return [
        route.file.filename,
        route.file.vehicle,
        f"{route.latitude[0]:.5f}, {route.longitude[0]:.5f}",
        f"{route.latitude[-1]:.5f}, {route.longitude[-1]:.5f}",
        duration(route.seconds),
        route.metres / 1000,
        float(np.nanmax(route.speed)),
        climbed(route.altitude),
        satellites,
        len(route.gaps),
        route.jumps,
    ]


if __name__ == "__main__":
    main()
