"""Reads exported tables with pyarrow, scipy, csv and asammdf and prints their columns as one JSON line."""

import csv
import json
import math
import sys
from pathlib import Path


def plain(value):
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return None
    return value.item() if hasattr(value, "item") else value


def read_parquet(path):
    import pyarrow
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(path)
    columns = {}
    for name in table.column_names:
        column = table.column(name)
        if pyarrow.types.is_timestamp(column.type):
            column = column.cast(pyarrow.int64())
        columns[name] = [plain(value) for value in column.to_pylist()]
    return {"columns": columns, "units": json.loads(table.schema.metadata[b"loggerhead.signals"])}


def read_mat(path):
    from scipy.io import loadmat

    columns = {}
    for name, value in loadmat(path, simplify_cells=True).items():
        if name.startswith("__"):
            continue
        columns[name] = {k: listed(v) for k, v in value.items()} if isinstance(value, dict) else listed(value)
    return {"columns": columns}


def listed(value):
    if isinstance(value, str):
        return value
    if hasattr(value, "ndim") and value.ndim > 0:
        return [v if isinstance(v, str) else "" if getattr(v, "size", 1) == 0 else plain(v) for v in value]
    return plain(value)


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {"columns": {title: [row[i] for row in rows[1:]] for i, title in enumerate(rows[0])}}


def read_mf4(path):
    from asammdf import MDF

    columns = {}
    with MDF(path) as mdf:
        start = mdf.header.start_time.isoformat(timespec="microseconds")
        for channel in mdf.iter_channels(skip_master=True, raw=True):
            kept = channel.validate()
            texts = kept.physical().samples
            columns[channel.name] = {
                "unit": kept.unit,
                "time": kept.timestamps.tolist(),
                "value": kept.physical(ignore_value2text_conversions=True).samples.tolist(),
                "text": [text.decode() for text in texts.tolist()] if texts.dtype.kind == "S" else None,
            }
    return {"start": start, "columns": columns}


readers = {".mf4": read_mf4, ".parquet": read_parquet, ".mat": read_mat, ".csv": read_csv}
for given in sys.argv[1:]:
    print(json.dumps(readers[Path(given).suffix](given)))
