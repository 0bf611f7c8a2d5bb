"""Writes MDF 3 and 4 files with asammdf, one per kind of signal storage, and what asammdf reads from them.

usage: make_mdf_signals.py FOLDER            write the cases and their expected.json
       make_mdf_signals.py FOLDER FILE...    only say what asammdf reads from these files

FOLDER/expected.json: {file name: [group, ...]}, a group being {"times": seconds, "signals": {name: {"unit", "values"}}}.
Values are numbers (NaN and infinities as "NaN", "Infinity", "-Infinity" in a {"number"}), texts, or null where a sample is
invalid. Structures are their parts by dotted names, arrays their elements by indices in brackets.
"""

import json
import math
import sys
import warnings
from datetime import datetime, timezone
from pathlib import Path

warnings.filterwarnings("ignore")

import numpy as np  # noqa: E402
from asammdf import MDF, Signal  # noqa: E402

START = datetime(2024, 5, 6, 7, 8, 9, 123456, tzinfo=timezone.utc)
ROWS = 300


def times(rows=ROWS, first=0.5):
    return first + np.arange(rows) * 0.01


def signal(name, samples, **more):
    samples = np.asarray(samples)
    return Signal(samples=samples, timestamps=times(len(samples)), name=name, **more)


def whole_numbers():
    ramp = np.arange(ROWS)
    for bits in (8, 16, 32, 64):
        for kind in "ui":
            limits = np.iinfo(f"{kind}{bits // 8}")
            values = np.linspace(float(limits.min), float(limits.max) * 0.9, ROWS).astype(f"{kind}{bits // 8}")
            values[:3] = [limits.min, limits.max, limits.max - 1]
            yield signal(f"{kind}{bits}", values, unit="m/s")
            yield signal(f"{kind}{bits}_linear", values, unit="V", conversion={"a": 0.25, "b": -3.5})
            yield signal(f"{kind}{bits}_big", values.astype(f">{kind}{bits // 8}"))
    yield signal("ramp", ramp.astype("u2"), comment="a <comment> & more")


def real_numbers():
    base = np.sin(np.arange(ROWS) / 10) * 1000
    base[5], base[6], base[7] = math.nan, math.inf, -math.inf
    for size in (2, 4, 8):
        yield signal(f"f{size}", base.astype(f"f{size}"))
        yield signal(f"f{size}_big", base.astype(f">f{size}"))
        yield signal(f"f{size}_linear", base.astype(f"f{size}"), conversion={"a": -2.0, "b": 1e-3})


def bit_fields():
    ramp = (np.arange(ROWS) * 7).astype("u4")
    for bits in (1, 3, 7, 9, 12, 15, 17, 24, 31):
        yield signal(f"bits{bits}", ramp & (2**bits - 1), bit_count=bits)


def tables():
    ramp = np.arange(ROWS).astype("u2")
    signed = (np.arange(ROWS) - 150).astype("i2")
    real = np.arange(ROWS) / 4 - 10
    points = {"raw_0": 0, "phys_0": 5, "raw_1": 10, "phys_1": -5, "raw_2": 100, "phys_2": 1000.5}
    for name, values in (("ramp", ramp), ("signed", signed), ("real", real)):
        yield signal(f"{name}_rational", values, conversion={"P1": 1, "P2": 2, "P3": 3, "P4": 0.5, "P5": 4, "P6": 501})
        yield signal(f"{name}_ratio", values, conversion={"P1": 0, "P2": 3, "P3": 0, "P4": 0, "P5": 0, "P6": 7})
        yield signal(f"{name}_inverse", values, conversion={"P1": 0, "P2": 0, "P3": 3, "P4": 0, "P5": 1, "P6": 1000})
        yield signal(f"{name}_table", values, conversion=dict(points))
        yield signal(f"{name}_interpolated", values, conversion=dict(points, interpolation=True))
    yield signal(
        "ranges",
        real,
        conversion={"lower_0": -5, "upper_0": 0, "phys_0": 1, "lower_1": 0, "upper_1": 10, "phys_1": 2, "lower_2": 20, "upper_2": 30, "phys_2": 3, "default": -1},
    )


def formulas():
    ramp = np.arange(ROWS).astype("u2")
    real = np.arange(ROWS) / 50 + 0.1
    for number, formula in enumerate(
        ["X*2+1", "X1 * X1 / 3.0", "sin(X) + cos(X)*tan(X)", "sqrt(X) - log(X+1)", "(X+1)*(X-2)**2", "-X**2 + 1e2", "arctan2(X, 2)", "log10(X + 1)", "abs(X - 3) * sinh(X/100)"]
    ):
        yield signal(f"formula_{number}", real, conversion={"formula": formula})
        if "**" not in formula and "abs" not in formula:
            yield signal(f"formula_{number}_ramp", ramp.astype("f8"), conversion={"formula": formula})


def texts_of_values():
    small = (np.arange(ROWS) % 6).astype("u1")
    signed = (np.arange(ROWS) % 7 - 3).astype("i2")
    real = (np.arange(ROWS) % 12) / 2
    states = {"val_0": 3, "text_0": "three", "val_1": 0, "text_1": "zero", "val_2": 1, "text_2": "one"}
    yield signal("texts_no_default", (np.arange(ROWS) % 2).astype("u1"), conversion={"val_0": 0, "text_0": "off", "val_1": 1, "text_1": "on"})
    yield signal("texts_default", small, conversion=dict(states, default_addr="other"))
    yield signal("texts_signed", signed, conversion=dict({"val_0": -3, "text_0": "minus", "val_1": 2, "text_1": "zw\u00f6"}, default_addr="?"))
    yield signal("texts_linear_default", small, conversion=dict(states, default_addr={"a": 0.5, "b": 10.0}))
    yield signal("texts_nested", small, conversion=dict({"val_0": 1, "text_0": {"val_0": 1, "text_0": "inner", "default_addr": "no"}, "val_1": 2, "text_1": "two"}, default_addr="outer"))
    ranges = {"lower_0": 0, "upper_0": 1, "text_0": "low", "lower_1": 2, "upper_1": 3, "text_1": "middle"}
    yield signal("ranges_default", small, conversion=dict(ranges, default_addr="above"))
    yield signal("ranges_linear", small, conversion=dict(ranges, default_addr={"a": 2.0, "b": 1.0}))
    yield signal(
        "bit_texts",
        (np.arange(ROWS) % 8).astype("u1"),
        conversion={
            "mask_0": 3,
            "text_0": {"val_0": 0, "text_0": "closed", "val_1": 1, "text_1": "open", "default_addr": "broken"},
            "mask_1": 4,
            "text_1": {"val_0": 4, "text_0": "lit", "default_addr": "dark"},
        },
    )
    few = real[:90]
    yield signal("ranges_real", np.concatenate([few] * 1), conversion={"lower_0": 0, "upper_0": 1.5, "text_0": "low", "lower_1": 1.5, "upper_1": 4, "text_1": "high", "default_addr": "none"})


def texts():
    words = np.array([b"alpha", b"beta", b"", b"gamma delta", "\u00e4\u00f6".encode()] * (ROWS // 5))
    yield signal("utf8", words, encoding="utf-8")
    yield signal("latin", np.array(["stra\u00dfe".encode("latin-1"), b"weg"] * (ROWS // 2)), encoding="latin-1")
    yield signal("utf16", np.array([word.encode("utf-16-le") for word in ["z\u00fcg", "\u4f60\u597d", "x\u20ac"] * (ROWS // 3)]), encoding="utf-16-le")


def arrays():
    ramp = np.arange(ROWS, dtype="u2")
    block = np.core.records.fromarrays(
        [np.arange(ROWS * 6, dtype="i2").reshape(ROWS, 2, 3)], dtype=[("matrix", "<i2", (2, 3))]
    )
    yield signal("matrix", block)
    curve = np.core.records.fromarrays(
        [np.arange(ROWS * 4, dtype="f4").reshape(ROWS, 4) / 3, np.arange(ROWS * 4, dtype="u1").reshape(ROWS, 4)],
        dtype=[("curve", "<f4", (4,)), ("axis", "u1", (4,))],
    )
    yield signal("curve", curve)
    structure = np.core.records.fromarrays(
        [ramp, ramp.astype("f8") / 2, (ramp % 5).astype("i1")], dtype=[("speed", "<u2"), ("force", "<f8"), ("gear", "i1")]
    )
    yield signal("structure", structure)


def complex_numbers():
    values = np.exp(1j * np.arange(ROWS) / 10)
    yield signal("c8", values.astype("c8"))
    yield signal("c16", values.astype("c16"))


def invalid_samples():
    ramp = np.arange(ROWS, dtype="u2")
    for name, bits in (("thirds", ramp % 3 == 0), ("all", np.ones(ROWS, bool)), ("none", np.zeros(ROWS, bool)), ("one", ramp == 17)):
        yield signal(f"invalid_{name}", ramp + 1, invalidation_bits=bits)
    yield signal("never_invalid", ramp)


def write(path, version, groups, save=None, **append):
    with MDF(version=version) as mdf:
        mdf.start_time = START
        for signals in groups:
            mdf.append(signals, comment=f"group of {signals[0].name}", **append)
        mdf.save(path, overwrite=True, **(save or {}))


def write_all(folder):
    cases = {
        "whole-numbers": whole_numbers,
        "real-numbers": real_numbers,
        "bit-fields": bit_fields,
        "tables": tables,
        "formulas": formulas,
        "texts-of-values": texts_of_values,
        "texts": texts,
        "arrays": arrays,
        "complex": complex_numbers,
        "invalid": invalid_samples,
    }
    done = []
    for name, case in cases.items():
        versions = ("4.10", "4.11", "4.20")
        for version in versions:
            signals = list(case())
            by_length = {}
            for one in signals:
                by_length.setdefault(len(one.timestamps), []).append(one)
            path = folder / f"{name}-{version}.mf4"
            try:
                write(path, version, list(by_length.values()))
                done.append(path)
            except Exception as error:
                print(f"{path.name}: asammdf cannot write it ({error!r})", file=sys.stderr)
    mixed = [list(whole_numbers()), list(texts()), list(texts_of_values())[:4], list(invalid_samples())]
    for number, save in enumerate(({"compression": 0}, {"compression": 1}, {"compression": 2})):
        path = folder / f"compression-{number}-4.11.mf4"
        write(path, "4.11", mixed, save)
        done.append(path)
    rows = 200_000
    long = [
        Signal(np.arange(rows, dtype="u4"), np.arange(rows) * 1e-3, name="counter"),
        Signal(np.sin(np.arange(rows) / 100), np.arange(rows) * 1e-3, name="wave", conversion={"a": 2.0, "b": 1.0}),
    ]
    for version, save in (("4.10", {}), ("4.11", {"compression": 2}), ("4.20", {})):
        path = folder / f"long-{version}.mf4"
        write(path, version, [long], save)
        done.append(path)
    for number, save in enumerate(({}, {"compression": 2})):
        path = folder / f"columns-{number}-4.20.mf4"
        groups = [list(whole_numbers())[:6], list(real_numbers()), list(texts())[:1]]
        with MDF(version="4.20") as mdf:
            mdf.start_time = START
            mdf.configure(write_fragment_size=65536)
            for signals in groups:
                for one in signals:
                    # asammdf 8 asks for these and does not make them.
                    one.axes, one.conversions, one.units, one.comments = None, None, None, None
                mdf._mdf._append_column_oriented(signals, comment="columns")
            mdf.save(path, overwrite=True, **save)
        # asammdf 8 cannot read what it wrote; the same signals in rows are what must be found.
        write(folder / f"columns-{number}-rows.mf4", "4.11", groups)
        done.append(path)
    for version in ("3.00", "3.10", "3.20", "3.30"):
        for name in ("whole-numbers", "real-numbers", "bit-fields", "tables", "formulas", "texts-of-values", "texts", "arrays"):
            signals = []
            for one in cases[name]():
                signals.append(one)
            path = folder / f"{name}-{version}.mdf"
            by_length = {}
            for one in signals:
                by_length.setdefault(len(one.timestamps), []).append(one)
            try:
                write(path, version, list(by_length.values()))
                done.append(path)
            except Exception as error:
                print(f"{path.name}: asammdf cannot write it ({error!r})", file=sys.stderr)
    return done


def plain(value):
    if isinstance(value, (bytes, np.bytes_)):
        for encoding in ("utf-8", "latin-1"):
            try:
                return value.decode(encoding).split("\0")[0]
            except UnicodeDecodeError:
                continue
    if isinstance(value, (str, np.str_)):
        return str(value).split("\0")[0]
    number = float(value) if not isinstance(value, (int, np.integer)) else int(value)
    if isinstance(number, float) and not math.isfinite(number):
        return {"number": "NaN" if math.isnan(number) else "Infinity" if number > 0 else "-Infinity"}
    return number


# asammdf 8 looks keys up as if they rose, and takes the lower end of a range for outside of it.
WRONG_IN_MDF3 = {"texts_default", "texts_linear_default", "ranges_real"}

# Data types 6 to 9 of MDF 4.
TEXTS = {6: "latin-1", 7: "utf-8", 8: "utf-16-le", 9: "utf-16-be"}


def compositions(group):
    """Indices of the channels that are structures, of those that are parts of them, and of those that are arrays."""
    structures, parts, arrays = set(), set(), set()
    for index, dependencies in enumerate(getattr(group, "channel_dependencies", [])):
        for dependency in dependencies if isinstance(dependencies, list) else []:
            if isinstance(dependency, tuple):
                structures.add(index)
                parts.add(dependency[1])
            else:
                arrays.add(index)
    return structures, parts, arrays


def columns_of(name, samples):
    """Names and one-dimensional arrays of what one channel holds."""
    if samples.dtype.names:
        for field in samples.dtype.names:
            inner = samples[field]
            own = name if field == name else f"{name}.{field}"
            yield from columns_of(own, inner)
    elif samples.ndim > 1:
        for index in np.ndindex(*samples.shape[1:]):
            label = "".join(f"[{i}]" for i in index)
            yield name + label, samples[(slice(None), *index)]
    elif samples.dtype.kind == "c":
        yield f"{name}.re", samples.real
        yield f"{name}.im", samples.imag
    else:
        yield name, samples


def what_asammdf_reads(path):
    groups = []
    with MDF(path) as mdf:
        for number, group in enumerate(mdf.groups):
            master = mdf.masters_db.get(number)
            signals = {}
            seconds = None
            last_array = None
            structures, parts, arrays = compositions(group)
            for index, channel in enumerate(group.channels):
                if index == master or index in parts or (path.suffix == ".mdf" and channel.name in WRONG_IN_MDF3):
                    continue
                if index > 0 and channel.name.startswith(f"{last_array}["):
                    # asammdf adds a channel for each element, with wrong places for those of a matrix.
                    continue
                last_array = channel.name if index in arrays else None
                try:
                    one = mdf.get(group=number, index=index, ignore_invalidation_bits=True, raw=True)
                except Exception as error:
                    print(f"{path.name} {channel.name}: asammdf cannot read it ({type(error).__name__})", file=sys.stderr)
                    continue
                seconds = one.timestamps
                samples = one.samples
                if one.conversion is not None and not samples.dtype.names and samples.ndim == 1:
                    if samples.dtype.kind == "f":
                        # Not in the precision of 16 or 32 bits.
                        samples = samples.astype("f8")
                    try:
                        samples = one.conversion.convert(samples, as_object=True)
                    except Exception as error:
                        print(f"{path.name} {channel.name}: asammdf cannot convert it ({error!r})", file=sys.stderr)
                        continue
                invalid = one.invalidation_bits
                # asammdf hands out the bytes of texts, of 16-bit ones as of all others.
                encoding = TEXTS.get(getattr(channel, "data_type", None)) if path.suffix == ".mf4" else None
                if encoding and samples.dtype.kind == "S":
                    width = samples.dtype.itemsize + samples.dtype.itemsize % 2
                    words = [word.ljust(width, b"\0").decode(encoding) for word in samples.tolist()]
                    samples = np.array(words, dtype=object)
                if index in arrays and samples.dtype.names:
                    samples = samples[samples.dtype.names[0]]
                elif samples.dtype.names and index not in structures:
                    samples = samples[samples.dtype.names[0]]
                for name, column in columns_of(one.name, samples):
                    values = [plain(v) for v in column.tolist()]
                    if invalid is not None:
                        values = [None if bad else v for v, bad in zip(values, np.asarray(invalid).tolist())]
                    signals[name] = {"unit": one.unit, "values": values}
            if signals:
                groups.append({"times": [float(t) for t in seconds], "signals": signals})
    return groups


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    paths = [Path(argument) for argument in sys.argv[2:]] or write_all(folder)
    expected = {}
    for path in paths:
        rows = path.with_name(path.name.replace("-4.20", "-rows"))
        expected[path.name] = what_asammdf_reads(rows if path.name.startswith("columns-") and rows.exists() else path)
    (folder / "expected.json").write_text(json.dumps(expected, allow_nan=False))


main()
