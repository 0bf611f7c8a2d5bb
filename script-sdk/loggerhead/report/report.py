"""Builds a report piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from loggerhead.metrics import VerdictName
from loggerhead.report import charts
from loggerhead.report.scales import fixed, number, text
from loggerhead.report.style import STYLE
from loggerhead.version import __version__

MOST_ROWS = 2000
"""Rows of a table: a page with more is slow, and nobody reads it."""

SHORT = 22
"""Letters of a cell that stay on one line."""

VERDICTS = {"pass": "Pass", "fail": "Fail", "none": "No verdict"}


class Report:
    """A page of headings, figures, tables and charts. All texts are shown as they are: nothing of them becomes HTML."""

    def __init__(self, title: str):
        self._title = title
        self._lead = ""
        self._verdict = ""
        self._parts: list[str] = []
        self._row: list[str] | None = None

    def lead(self, sentence: str) -> Report:
        """A sentence under the title."""
        self._lead = sentence
        return self

    def verdict(self, verdict: VerdictName, sentence: str = "") -> Report:
        """Beside the title; the sentence becomes the lead."""
        self._verdict = f'<span class="tag {verdict}">{VERDICTS[verdict]}</span>'
        return self.lead(sentence) if sentence else self

    def section(self, heading: str, more: str = "") -> Report:
        """A heading; `more` is smaller, behind it."""
        small = f"<small>{text(more)}</small>" if more else ""
        return self._add(f"<h2>{text(heading)}{small}</h2>")

    def paragraph(self, words: str) -> Report:
        """Plain text."""
        return self._add(f"<p>{text(words)}</p>")

    def facts(self, facts: Iterable[tuple[str, Any] | tuple[str, Any, str]]) -> Report:
        """Key figures side by side: name, value and unit. Numbers are shortened to four digits that count."""
        shown = []
        for name, value, *unit in facts:
            said = (
                number(float(value))
                if isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
                else text(value)
            )
            tail = f" <i>{text(unit[0])}</i>" if unit and unit[0] else ""
            shown.append(f"<div><span>{text(name)}</span><b>{said}{tail}</b></div>")
        return self._add(f'<div class="panel facts">{"".join(shown)}</div>') if shown else self

    def table(
        self,
        columns: Sequence[str],
        rows: Iterable[Sequence[Any]],
        *,
        mono: Sequence[str] = (),
        bars: Sequence[str] = (),
        decimals: Mapping[str, int] | None = None,
        empty: str = "Nothing was found.",
        note: str = "",
    ) -> Report:
        """A table. Columns of numbers go to the right; `mono` are written in equal letters, `bars` are shares from 0 to 1.

        Numbers have four digits that count, or so many decimals as `decimals` says of their column.
        """
        kept = [list(row) for row in rows]
        if not kept:
            return self._add(f'<div class="panel"><div class="empty">{text(empty)}</div></div>')
        right = [_is_number_column(row[place] for row in kept) for place in range(len(columns))]
        head = "".join(
            f"<th{_class('num' if is_right and name not in bars else '')}>{text(name)}</th>"
            for name, is_right in zip(columns, right, strict=True)
        )
        places = [(decimals or {}).get(name) for name in columns]
        body = "".join(_row(row, columns, right, mono, bars, places) for row in kept[:MOST_ROWS])
        if len(kept) > MOST_ROWS:
            note = f"{note} {MOST_ROWS} of {len(kept)} rows are shown.".strip()
        foot = f'<div class="foot">{text(note)}</div>' if note else ""
        return self._add(
            f'<div class="panel"><div class="scroll"><table><thead><tr>{head}</tr></thead>'
            f"<tbody>{body}</tbody></table></div>{foot}</div>"
        )

    def frame(self, table: Any, **options: Any) -> Report:
        """A pandas DataFrame as a table, without its index."""
        return self.table([str(name) for name in table.columns], table.itertuples(index=False, name=None), **options)

    def line_chart(
        self,
        title: str,
        lines: Iterable[charts.Line | tuple[str, Any, Any]],
        *,
        x_label: str = "time",
        y_label: str = "",
        time: bool = True,
        spans: Sequence[tuple[float, float]] = (),
        limit: float | None = None,
        from_zero: bool = False,
        under_bands: tuple[float, float] | None = None,
    ) -> Report:
        """Lines (name, x, y) over seconds since the start, or over other numbers with `time=False`.

        However many samples there are, no peak is lost. `spans` of x are marked; `limit` is a dashed line.
        With `under_bands` (start and end of bands above it) both have the same room.
        """
        known = [
            line if isinstance(line, charts.Line) else charts.Line(line[0], np.asarray(line[1]), np.asarray(line[2]))
            for line in lines
        ]
        known = [line for line in known if len(line.x)]
        if not known:
            return self.chart(title, '<div class="empty">There are no samples.</div>')
        picture = charts.line_chart(
            known,
            x_label=x_label,
            y_label=y_label,
            time=time,
            spans=spans,
            limit=limit,
            from_zero=from_zero,
            left=charts.LEFT if under_bands is None else charts.NAMES,
            over=under_bands,
        )
        return self.chart(title, picture)

    def histogram(self, title: str, edges: Any, values: Any, *, x_label: str = "", y_label: str = "") -> Report:
        """Bars between edges: one edge more than values."""
        return self.chart(title, charts.histogram(np.asarray(edges), np.asarray(values), x_label=x_label, y_label=y_label))

    def bands(self, title: str, rows: Sequence[tuple[str, Sequence[tuple[float, float]]]], start: float, end: float) -> Report:
        """When things were: a row for each name with its parts of time (seconds)."""
        return self.chart(title, charts.bands(rows, (start, end))) if rows else self

    def track(self, title: str, latitude: Any, longitude: Any, values: Any = None) -> Report:
        """A route, north up; the colour goes from the first series' to the second's with growing values."""
        shown = charts.track(
            np.asarray(latitude, "f8"),
            np.asarray(longitude, "f8"),
            None if values is None else np.asarray(values, "f8"),
        )
        return self.chart(title, shown)

    def chart(self, title: str, picture: str) -> Report:
        """A picture of your own: SVG or HTML, taken as it is."""
        heading = f"<h3>{text(title)}</h3>" if title else ""
        return self._add(f'<div class="panel pad">{heading}<div class="scroll wide">{picture}</div></div>')

    def side_by_side(self) -> _Row:
        """`with report.side_by_side():` puts what comes beside each other, as far as there is room."""
        return _Row(self)

    def html(self) -> str:
        """The whole page."""
        made = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        lead = f"<p>{text(self._lead)}</p>" if self._lead else ""
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            f"<title>{text(self._title)}</title><style>{STYLE}</style></head><body><main>"
            f"<header><h1>{text(self._title)}</h1>{self._verdict}{lead}</header>{''.join(self._parts)}"
            f"<footer>Made {made} with loggerhead {__version__}</footer></main></body></html>"
        )

    def save(self, path: Path) -> Path:
        """Writes the page."""
        path.write_text(self.html(), encoding="utf-8")
        return path

    def _add(self, part: str) -> Report:
        (self._parts if self._row is None else self._row).append(part)
        return self


class _Row:
    def __init__(self, report: Report):
        self._report = report

    def __enter__(self) -> None:
        self._report._row = []

    def __exit__(self, *_: object) -> None:
        parts, self._report._row = self._report._row or [], None
        self._report._add(f'<div class="grid">{"".join(parts)}</div>')


def _is_number_column(values: Iterable[Any]) -> bool:
    known = [value for value in values if value is not None]
    return bool(known) and all(isinstance(value, (int, float, np.number)) and not isinstance(value, bool) for value in known)


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""


def _row(
    row: Sequence[Any],
    columns: Sequence[str],
    right: Sequence[bool],
    mono: Sequence[str],
    bars: Sequence[str],
    decimals: Sequence[int | None],
) -> str:
    cells = []
    for value, column, is_right, places in zip(row, columns, right, decimals, strict=True):
        if column in bars:
            share = min(1.0, max(0.0, float(value or 0)))
            cells.append(f'<td class="barcell"><span class="bar" style="width:{share * 100:.1f}%"></span></td>')
            continue
        said = _said(value, is_right, places)
        wanted = (("num", is_right), ("mono", column in mono), ("whole", not is_right and len(said) <= SHORT))
        cells.append(f"<td{_class(' '.join(name for name, is_wanted in wanted if is_wanted))}>{said}</td>")
    return f"<tr>{''.join(cells)}</tr>"


def _said(value: Any, is_number: bool, decimals: int | None) -> str:
    if value is None:
        return "–"
    if not is_number:
        return text(value)
    if decimals is not None or isinstance(value, int | np.integer):
        return fixed(float(value), decimals or 0)
    return number(float(value))
