// node blf-to-mf4.js IN OUT: frames from any format that is read to MDF 4.
import { openAsBlob } from 'node:fs'
import { blobSource, detectFormat, frameFormats, framesInOrder } from '@loggerhead/recording'
import { fileSink } from './file-sink.js'

const [path = 'drive.blf', out = 'drive.mf4'] = process.argv.slice(2)
const source = blobSource(await openAsBlob(path))
const format = await detectFormat(source)
const mf4 = frameFormats.find(({ id }) => id === 'mf4')
if (!format || !mf4) throw new Error(`${path} is no recording that is known`)

const sink = fileSink(out)
const writer = mf4.open(sink)
// Writers want rising times; loggers write buses some milliseconds out of order.
const { origin, buses, blocks } = await framesInOrder(format, source)
await writer.begin(origin, buses)
let count = 0
for await (const block of blocks) {
  await writer.write(block)
  count += block.count
}
const lost = await writer.finish()
sink.close()
console.log(`${out}: ${count} frames`)
// Nothing is dropped in silence.
for (const [reason, frames] of lost) console.log(`left out: ${frames} ${reason}`)
