import numpy as np
import pytest

from loggerhead import Expression, ExpressionError

a, b = np.array([0.0, 5, 10, np.nan]), np.array([1.0, 2, 3, 4])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a > 4", [False, True, True, False]),
        ("(a > 4) and (b < 3)", [False, True, False, False]),
        ("a > 4 or b == 1", [True, True, True, False]),
        ("not a > 4", [True, False, False, False]),
        ("(a > 4) & (b <> 3)", [False, True, False, False]),
        ("~(a > 4) | (b == 3)", [True, False, True, False]),
        ("0 < a < 6", [False, True, False, False]),
        ("a * 2 + b % 2 - 1 >= b ** 2", [False, True, True, False]),
        ("abs(-a) == max(a, 0)", [True, True, True, False]),
        ("a & 4", [False, True, False, False]),
        ("b", [True, True, True, True]),
        ("True", [True]),
    ],
)
def test_what_it_says(text, expected):
    assert np.atleast_1d(Expression(text).holds({"a": a, "b": b})).tolist() == expected


def test_names_come_in_their_order():
    assert Expression("speed > 1 and Prev__gear < abs(torque) and speed < 3").names == ["speed", "Prev__gear", "torque"]
    assert Expression("(b > 1 and (c or d)) or a").names == ["b", "c", "d", "a"]


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('id')",
        "a.__class__",
        "a[0]",
        "[1]",
        "(1, 2)",
        "{}",
        "lambda: 1",
        "a if b else 1",
        "f'{a}'",
        "'x'",
        "open('x')",
        "abs(a, b)",
        "max(*a)",
        "abs(a=1)",
        "(x := 1)",
        "a is b",
        "a in b",
        "1j",
        "...",
        "None",
        "await a",
        "a; b",
        "",
        "(",
        "a @ b",
        "a << 99",
        "a" * 5000,
        "+".join("a" for _ in range(400)),
    ],
)
def test_nothing_else_is_read(text):
    with pytest.raises(ExpressionError):
        Expression(text)


def test_great_powers_and_division_by_zero_come_to_numbers():
    assert not Expression("9 ** 9 ** 9 ** 9 < 1").holds({}).any()
    assert Expression("1 / a > 5").holds({"a": a}).tolist() == [True, False, False, False]


def test_a_name_that_is_not_there_is_said():
    with pytest.raises(ExpressionError, match="names c"):
        Expression("c > 1").holds({"a": a})
