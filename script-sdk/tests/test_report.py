import html.parser

import numpy as np

from loggerhead import Report
from loggerhead.report.charts import thinned
from loggerhead.report.scales import clock, duration, number, ticks


class Balance(html.parser.HTMLParser):
    """Every element that is begun is ended, and no script or address is there."""

    EMPTY = ("meta", "line", "rect", "circle", "path", "polyline")

    def __init__(self):
        super().__init__()
        self.open, self.wrong = [], []

    def handle_starttag(self, tag, attributes):
        if tag == "script" or any(
            name.startswith("on") or (value or "").startswith(("http", "//", "javascript")) for name, value in attributes
        ):
            self.wrong.append(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        if tag not in self.EMPTY and (not self.open or self.open.pop() != tag):
            self.wrong.append(tag)


def checked(report):
    page = report.html()
    balance = Balance()
    balance.feed(page)
    assert balance.wrong == [] and balance.open == []
    assert "NaN" not in page and ">nan<" not in page and "inf" not in page.replace("info", "")
    return page


def test_a_page_of_everything_is_whole_and_needs_nothing_else():
    report = Report("A <title>").verdict("fail", "Because & why")
    report.section("Figures", "3").facts([("Speed", 12345.678, "km/h"), ("Name", "<x>"), ("None", float("nan"))])
    report.table(["Name", "Count", "Share"], [["a <b>", 3, 0.5], ["c", None, 2]], bars=["Share"], mono=["Name"], note="n")
    report.table(["x"], [])
    time = np.arange(10_000) / 10
    with report.side_by_side():
        report.line_chart(
            "Line", [("a", time, np.sin(time)), ("b", time, np.where(time > 500, np.nan, time))], spans=[(1, 2)], limit=3
        )
        report.histogram("Histogram", [0, 1, 2], [0.2, 0], x_label="x")
    report.line_chart("None", [("a", [], [])])
    report.line_chart("One", [("a", [1], [2])])
    report.bands("Bands", [("x" * 40, [(0, 1), (5, 9)])], 0, 10)
    report.track("Route", [48.1, 48.2, 48.2], [11.5, 11.5, 11.6], [1, np.nan, 3])
    report.track("Point", [48.1], [11.5])
    page = checked(report)
    assert "a &lt;b&gt;" in page and "12\u202f346" in page


def test_long_tables_say_what_is_left_out():
    assert "2000 of 2500 rows are shown." in Report("t").table(["n"], ([n] for n in range(2500))).html()


def test_no_peak_is_lost_where_a_line_is_thinned():
    x, y = np.arange(1_000_000.0), np.zeros(1_000_000)
    y[123_456], y[765_432] = 9, -9
    few, kept = thinned(x, y, (0, x[-1]))
    assert len(few) < 4000 and kept.max() == 9 and kept.min() == -9


def test_numbers_as_people_write_them():
    assert [number(value) for value in (0, 3.14159, 12345.6, -0.5, 1e-7, 2e20, float("inf"), None)] == [
        "0",
        "3.142",
        "12\u202f346",
        "\u22120.5",
        "1.000e-07",
        "2.000e+20",
        "–",
        "–",
    ]
    assert [duration(value) for value in (4.25, 75, 3725)] == [
        "4.25\u00a0s",
        "1\u00a0min\u00a015\u00a0s",
        "1\u00a0h\u00a002\u00a0min",
    ]
    assert [clock(value) for value in (5.3, 720, 3723, 0.99)] == ["0:05.3", "12:00", "1:02:03", "0:00"]
    assert ticks(0, 10, 5) == [0, 2, 4, 6, 8, 10]
