// node decode-to-csv.js FILE DBC OUT: the signals of a recording, ten rows a second, a column for each signal.
import { openAsBlob, readFileSync } from 'node:fs'
import { blobSource, detectFormat, parseDbc } from '@loggerhead/recording'
import { exportFormatOf, exportRecording } from '@loggerhead/recording/exports'
import { fileSink } from './file-sink.js'

const [path = 'drive.blf', dbc = 'drive.dbc', out = 'drive.csv'] = process.argv.slice(2)
const source = blobSource(await openAsBlob(path))
const format = await detectFormat(source)
const csv = exportFormatOf('csv')
if (!format || !csv) throw new Error(`${path} is no recording that is known`)

const catalog = parseDbc(readFileSync(dbc), dbc)
const sink = fileSink(out)
const { count } = await exportRecording({ format, source, catalogs: [{ catalog }] }, { format: csv, hertz: 10 }, sink)
sink.close()
console.log(`${out}: ${count} signals, ${sink.position} bytes`)
