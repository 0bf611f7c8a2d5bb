// node decode-to-csv.js FILE DBC OUT: the signals of a recording, ten rows a second, a column for each signal.
import { openAsBlob, readFileSync } from 'node:fs'
import { blobSource, decodeFrames, detectFormat, parseDbc } from '@loggerhead/recording'
import { csvTable, everything, memoryTable } from '@loggerhead/recording/exports'
import { fileSink } from './file-sink.js'

const [path = 'drive.blf', dbc = 'drive.dbc', out = 'drive.csv'] = process.argv.slice(2)
const source = blobSource(await openAsBlob(path))
const format = await detectFormat(source)
if (format === null) throw new Error(`${path} is no recording that is known`)

const frames = await format.readFrames(source, { order: 'time' })
const catalog = parseDbc(readFileSync(dbc), dbc)
const signals = decodeFrames(frames, [{ catalog }])
const blocks = []
for await (const block of signals.blocks) blocks.push(block)

const sink = fileSink(out)
const table = memoryTable(signals.origin, signals.groups, blocks)
await csvTable.write(table, { selection: everything, hertz: 10 }, sink)
sink.close()
console.log(`${out}: ${sink.position} bytes`)
