/** To be copied: saved as `__main__.py`, zipped and uploaded. */
export const firstScript = `import loggerhead

with loggerhead.run() as run:
    name = run.configuration.get("signal", "VehicleSpeed")
    limit = run.configuration.get("limit", 120)
    greatest = 0.0

    for file in run.each_file(run.recordings()):  # with progress
        if name not in file.signals:
            continue  # this vehicle has no such signal
        signal = file.signals[name].known()  # numpy: seconds, values
        if len(signal) == 0:
            continue
        greatest = max(greatest, float(signal.values.max()))
        beyond = signal.values > limit
        for start, end in loggerhead.spans_where(beyond, signal.times):
            run.hit(file, f"{name} above {limit} {signal.unit}", start, end)

    run.metric(f"Greatest {name}", greatest, limit=limit)
    verdict = "pass" if greatest <= limit else "fail"
    run.verdict(verdict, f"{name} reached {greatest:g}")
`

/** Its configuration, an .asl. */
export const firstConfiguration = `{
  "signal": "VehicleSpeed",
  "limit": 120
}
`

/** What every script is given, shortened. */
export const jobFile = `{
  "data_files": [
    {
      "path": "/data/1207/ColdStart.mf4",
      "id": 1207,
      "uploadId": 881,
      "filename": "ColdStart.mf4",
      "startDate": "2026-11-04T06:07:12.000Z",
      "endDate": "2026-11-04T06:16:47.000Z",
      "vehicleId": 7,
      "vehicle": "WT-07",
      "signals": "/data/1207/signals.lhs"
    }
  ],
  "config_files": [{ "path": "/config/limits.asl", "name": "Limits" }],
  "configuration": { "signal": "VehicleSpeed", "limit": 120 },
  "output_dir": "/output",
  "previous_dir": "/previous"
}
`
