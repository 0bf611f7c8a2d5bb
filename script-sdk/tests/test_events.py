import numpy as np
import pytest

from loggerhead import JobError, find_events
from loggerhead.events import read_event_definitions, spans_where
from loggerhead.expressions import ExpressionError

times = np.arange(10) / 2
speed = np.array([0.0, 10, 20, 30, 20, 10, 0, 20, 30, 30])


def found(start, end=None):
    (definition,) = read_event_definitions(
        {"EventDefinitions": [{"Description": "e", "StartExpression": start, "EndExpression": end}]}
    )
    return [(event.start, event.end, event.open) for event in find_events(definition, times, {"speed": speed})]


def test_begins_and_ends_where_the_expressions_say():
    assert found("speed > 15", "speed < 5") == [(1.0, 3.0, False), (3.5, 4.5, True)]


def test_without_an_end_it_lasts_while_the_start_holds():
    assert found("speed > 15") == [(1.0, 2.0, False), (3.5, 4.5, True)]


def test_the_record_before():
    assert found("speed == 20 and Prev__speed == 10", "speed > Prev__speed + 5") == [(1.0, 1.5, False)]


def test_the_time_since_it_began():
    assert found("speed > 5", "TimeFromExpStart >= 2") == [(0.5, 2.5, False), (3.5, 4.5, True)]


def test_a_signal_that_has_no_value_yet_begins_nothing():
    definitions = read_event_definitions({"EventDefinitions": [{"StartExpression": "speed < 5"}]})
    assert definitions[0].description == "Event 1" and definitions[0].signals == ["speed"]
    assert find_events(definitions[0], times, {"speed": np.full(10, np.nan)}) == []


def test_spans():
    assert spans_where(np.array([True, False, True, True]), np.array([1, 2, 3, 4])) == [(1, 1), (3, 4)]


def test_a_configuration_that_will_not_do_is_said():
    with pytest.raises(JobError, match="EventDefinitions"):
        read_event_definitions({})
    with pytest.raises(JobError, match="Event 1"):
        read_event_definitions({"EventDefinitions": [{}]})
    with pytest.raises(ExpressionError, match="Braking: .*cannot be read"):
        read_event_definitions({"EventDefinitions": [{"Description": "Braking", "StartExpression": "a >"}]})
