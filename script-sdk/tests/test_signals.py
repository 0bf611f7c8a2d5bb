import numpy as np
import pytest

from loggerhead import DamagedFile, SignalError, StoreSignals, UnsupportedFile


def test_a_signal_has_times_physical_values_unit_and_group(store):
    speed = StoreSignals(store)["Speed"]
    assert (speed.name, speed.unit, speed.kind, speed.group, len(speed)) == ("Speed", "km/h", "number", "Chassis", 101)
    assert speed.times[:3].tolist() == [0, 0.1, 0.2]
    assert speed.values.max() == pytest.approx(100)
    assert str(speed.datetimes()[1]) == "2023-11-14T22:13:20.100000000"


def test_names_are_found_with_their_message_and_whatever_their_case(store):
    signals = StoreSignals(store)
    assert len(signals["Chassis.Speed"]) == len(signals["speed"]) == 101
    assert "chassis.speed" in signals and "Torque" not in signals
    assert signals.matching("^s") == ["Speed", "State"]
    assert signals.first_of(["Velocity", "Speed"]).name == "Speed"
    with pytest.raises(SignalError, match=r"no signal Sped among 4.* Did you mean Speed"):
        signals["Sped"]


def test_enumerations_have_numbers_and_names_texts_are_texts(store):
    signals = StoreSignals(store)
    gear = signals["Gear"]
    assert gear.kind == "enumeration"
    assert gear.values[:4].tolist() == [0, 1, 1, 2]
    assert gear.labels[[0, 1, 5, 10]].tolist() == ["Neutral", "First", "Third", "9"]
    assert signals["State"].values.tolist() == ["driving", "parked"]


def test_a_window_has_both_its_ends(store):
    assert StoreSignals(store).read("Gear", 2, 4).times.tolist() == [2, 3, 4]


def test_values_between_samples(store):
    signals = StoreSignals(store)
    gear = signals["Gear"]
    assert gear.sampled(np.array([-1, 0, 3.9, 4, 99]))[1:].tolist() == [0, 2, 2, 9]
    assert np.isnan(gear.at(-1))
    assert gear.sampled(np.array([-5, 2.4, 2.6]), "nearest").tolist() == [0, 1, 2]
    assert signals["Speed"].at(0.05, "linear") == pytest.approx(1)
    assert np.isnan(signals["Speed"].at(11, "linear"))
    assert signals["State"].sampled(np.array([0, 2, 7])).tolist() == [None, "driving", "parked"]
    with pytest.raises(SignalError, match="take hold"):
        gear.at(1, "linear")


def test_signals_side_by_side(store):
    signals = StoreSignals(store)
    table = signals.table(["Speed", "Gear"], 0.5, labels=True)
    assert table.index[:3].tolist() == [0, 0.5, 1] and len(table) == 21
    assert table.Gear.tolist()[:3] == ["Neutral", "Neutral", "First"]
    assert len(signals.table(["Speed", "Gear"])) == 101
    assert signals.table(["Gear"], absolute=True).index.tz is not None
    with pytest.raises(SignalError, match="above 0"):
        signals.table(["Speed"], 0)
    with pytest.raises(SignalError, match="coarser"):
        signals.table(["Speed"], 1e-9)


def test_values_that_are_no_numbers_can_be_left_out(store):
    assert len(StoreSignals(store)["Nothing"].known()) == 0


def test_a_damaged_store_names_the_place(store):
    good = store.read_bytes()
    for length in (0, 10, 55, len(good) - 1):
        store.write_bytes(good[:length])
        with pytest.raises(DamagedFile, match="at byte"):
            StoreSignals(store)
    store.write_bytes(good[:40] + bytes([good[40] ^ 1]) + good[41:])
    with pytest.raises(DamagedFile, match="checksum at byte 16"):
        StoreSignals(store)["Speed"]
    store.write_bytes(good[:8] + b"\2" + good[9:])
    with pytest.raises(UnsupportedFile, match="Version 2"):
        StoreSignals(store)


def test_every_damaged_byte_is_noticed_or_harmless(store):
    good = store.read_bytes()
    expected = StoreSignals(store)["Speed"].values.copy()
    for place in range(0, len(good), 7):
        store.write_bytes(good[:place] + bytes([good[place] ^ 0x55]) + good[place + 1 :])
        try:
            assert np.array_equal(StoreSignals(store)["Speed"].values, expected)
        except (DamagedFile, UnsupportedFile):
            continue
