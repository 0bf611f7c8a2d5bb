"""Expressions over signals, such as `(AccelPedalPosition > 80) and (Speed < 5)`.

They are read into a tree and worked out with numpy; nothing of them is ever run as a program.
Known are numbers, names, `+ - * / // % **`, comparisons (also `<>` and chains such as `0 < x < 5`), `and or not`, `& | ~ ^`
(on comparisons: and, or, not, either), the functions of `FUNCTIONS`, and True and False.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

import numpy as np

from loggerhead.errors import LoggerheadError

MOST_LETTERS = 4000
MOST_PARTS = 500


class ExpressionError(LoggerheadError):
    """An expression cannot be read, or names what is not there."""


FUNCTIONS: Mapping[str, tuple[int, Callable[..., np.ndarray]]] = {
    "abs": (1, np.abs),
    "sqrt": (1, np.sqrt),
    "floor": (1, np.floor),
    "ceil": (1, np.ceil),
    "round": (1, np.round),
    "sign": (1, np.sign),
    "min": (2, np.minimum),
    "max": (2, np.maximum),
}
"""Name, number of parameters, what it does."""

OPERATORS: Mapping[type, Callable[..., np.ndarray]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.true_divide,
    ast.FloorDiv: np.floor_divide,
    ast.Mod: np.mod,
    ast.Pow: np.float_power,
    ast.Gt: np.greater,
    ast.GtE: np.greater_equal,
    ast.Lt: np.less,
    ast.LtE: np.less_equal,
    ast.Eq: np.equal,
    ast.NotEq: np.not_equal,
}

BITS: Mapping[type, tuple[Callable[..., np.ndarray], Callable[..., np.ndarray]]] = {
    ast.BitAnd: (np.logical_and, np.bitwise_and),
    ast.BitOr: (np.logical_or, np.bitwise_or),
    ast.BitXor: (np.logical_xor, np.bitwise_xor),
}
"""Of truths, of whole numbers."""


class Expression:
    """An expression, read once and worked out as often as you like."""

    def __init__(self, text: str):
        """Raises ExpressionError with the place where it cannot be read."""
        self.text = text
        if len(text) > MOST_LETTERS:
            raise ExpressionError(f"The expression is longer than {MOST_LETTERS} letters.")
        source = re.sub(r"<>", "!=", text.strip())
        try:
            tree = ast.parse(source, mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            where = f" near letter {error.offset}" if isinstance(error, SyntaxError) and error.offset else ""
            raise ExpressionError(f"The expression {text!r} cannot be read{where}.") from error
        self._tree = tree.body
        self.names: list[str] = []
        """The signals that it names, each once, in their order."""
        self._check()

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"

    def evaluate(self, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """Works it out for arrays of the same length. Raises ExpressionError for a name that is not there."""
        with np.errstate(all="ignore"):
            return np.asarray(self._value(self._tree, values))

    def holds(self, values: Mapping[str, np.ndarray]) -> np.ndarray:
        """Where it is true. Comparisons with what is not known (NaN) are false, whatever the comparison is."""
        found = self.evaluate(values)
        unknown = [np.isnan(np.asarray(values[name], "f8")) for name in self.names if name in values]
        truth = found if found.dtype == bool else np.nan_to_num(found.astype("f8")) != 0
        for rows in unknown:
            truth = truth & ~rows
        return truth

    def _check(self) -> None:
        called = {id(node.func) for node in ast.walk(self._tree) if isinstance(node, ast.Call)}
        for count, node in enumerate(ast.walk(self._tree)):
            if count > MOST_PARTS:
                raise ExpressionError(f"The expression has more than {MOST_PARTS} parts.")
            self._check_part(node)
        named = [node for node in ast.walk(self._tree) if isinstance(node, ast.Name) and id(node) not in called]
        self.names = list(dict.fromkeys(node.id for node in sorted(named, key=lambda node: (node.lineno, node.col_offset))))

    def _check_part(self, node: ast.AST) -> None:
        if isinstance(node, ast.Call):
            known = FUNCTIONS.get(node.func.id) if isinstance(node.func, ast.Name) else None
            if known is None or node.keywords:
                raise self._refused(node, f"only {', '.join(FUNCTIONS)} can be called")
            if len(node.args) != known[0]:
                raise self._refused(node, f"it takes {known[0]} parameters")
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, bool | int | float):
                return
            raise self._refused(node, "only numbers can be compared")
        elif isinstance(node, ast.UnaryOp):
            if not isinstance(node.op, ast.Not | ast.USub | ast.UAdd | ast.Invert):
                raise self._refused(node)
        elif isinstance(node, ast.BinOp):
            if type(node.op) not in OPERATORS and type(node.op) not in BITS:
                raise self._refused(node)
        elif isinstance(node, ast.Compare):
            if any(type(one) not in OPERATORS for one in node.ops):
                raise self._refused(node)
        elif not isinstance(node, ast.Name | ast.BoolOp | ast.boolop | ast.operator | ast.unaryop | ast.cmpop | ast.expr_context):
            raise self._refused(node)

    def _refused(self, node: ast.AST, why: str = "") -> ExpressionError:
        part = ast.get_source_segment(self.text.strip(), node) if isinstance(node, ast.expr) else None
        return ExpressionError(
            f"The expression {self.text!r} has a part that is not allowed: {part or type(node).__name__}"
            f"{' (' + why + ')' if why else ''}."
        )

    def _value(self, node: ast.AST, values: Mapping[str, np.ndarray]) -> np.ndarray:
        if isinstance(node, ast.Constant):
            return np.asarray(node.value)
        if isinstance(node, ast.Name):
            if node.id not in values:
                raise ExpressionError(f"The expression {self.text!r} names {node.id}, which is not there.")
            return np.asarray(values[node.id])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return FUNCTIONS[node.func.id][1](*(self._value(part, values) for part in node.args))
        if isinstance(node, ast.UnaryOp):
            return _unary(node.op, self._value(node.operand, values))
        if isinstance(node, ast.BoolOp):
            join = np.logical_and if isinstance(node.op, ast.And) else np.logical_or
            parts = [_truth(self._value(part, values)) for part in node.values]
            return join.reduce(np.broadcast_arrays(*parts))
        if isinstance(node, ast.BinOp):
            return _binary(node.op, self._value(node.left, values), self._value(node.right, values))
        if isinstance(node, ast.Compare):
            sides = [self._value(part, values) for part in (node.left, *node.comparators)]
            found = [OPERATORS[type(one)](a, b) for one, a, b in zip(node.ops, sides[:-1], sides[1:], strict=True)]
            return np.logical_and.reduce(np.broadcast_arrays(*found))
        raise self._refused(node)


def _truth(value: np.ndarray) -> np.ndarray:
    return value if value.dtype == bool else value != 0


def _unary(operator: ast.unaryop, value: np.ndarray) -> np.ndarray:
    if isinstance(operator, ast.Not) or (isinstance(operator, ast.Invert) and value.dtype == bool):
        return ~_truth(value)
    if isinstance(operator, ast.Invert):
        return ~_whole(value)
    return -value.astype("f8") if isinstance(operator, ast.USub) else value


def _binary(operator: ast.operator, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    if type(operator) in BITS:
        of_truths, of_numbers = BITS[type(operator)]
        if left.dtype == bool and right.dtype == bool:
            return of_truths(left, right)
        return of_numbers(_whole(left), _whole(right))
    return OPERATORS[type(operator)](left.astype("f8"), right.astype("f8"))


def _whole(value: np.ndarray) -> np.ndarray:
    return np.nan_to_num(value.astype("f8")).astype("i8")
