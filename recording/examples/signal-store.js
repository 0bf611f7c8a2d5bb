// node signal-store.js FILE DBC OUT: keeps the signals of a recording in a store, and reads an overview from it.
import { openAsBlob, readFileSync } from 'node:fs'
import { blobSource, buildSignalStore, decodeFrames, detectFormat, openSignalStore, parseDbc } from '@loggerhead/recording'
import { fileSink } from './file-sink.js'

const [path = 'drive.blf', dbc = 'drive.dbc', out = 'drive.signals'] = process.argv.slice(2)
const source = blobSource(await openAsBlob(path))
const format = await detectFormat(source)
if (format === null) throw new Error(`${path} is no recording that is known`)

const sink = fileSink(out)
// Each block is used up before the next one is read, so the reader may fill the same memory again.
const frames = await format.readFrames(source, { order: 'time', reuse: true })
await buildSignalStore(decodeFrames(frames, [{ catalog: parseDbc(readFileSync(dbc), dbc) }]), sink)
sink.close()

const store = await openSignalStore(blobSource(await openAsBlob(out)))
for (const signal of store.signals) {
  const { name, unit, count, least, greatest } = signal
  console.log(`${name}: ${count} samples, ${least} to ${greatest} ${unit}`)
  // Cells of the level of the pyramid that is fine enough for 60 bars, however long the recording is.
  const { greatest: cells } = await store.tile(signal, store.startNs, store.endNs, 60)
  const bars = Array.from({ length: 60 }, (_, i) => {
    const highest = Math.max(...cells.subarray((i * cells.length) / 60, ((i + 1) * cells.length) / 60))
    return '▁▂▃▄▅▆▇█'[Math.floor(((highest - least) / (greatest - least || 1)) * 7)] ?? ' '
  })
  console.log(bars.join(''))
  const middle = await store.valueAt(signal, (store.startNs + store.endNs) / 2)
  if (middle) console.log(`in the middle: ${middle.text ?? middle.value}`)
}
