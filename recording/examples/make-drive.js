// node make-drive.js: writes frames of our own to drive.blf, and the catalog that decodes them to drive.dbc.
import { writeFileSync } from 'node:fs'
import { FrameBlockBuilder, frameFormats, writeDbc } from '@loggerhead/recording'
import { fileSink } from './file-sink.js'

const blf = frameFormats.find(({ id }) => id === 'blf')
if (!blf) throw new Error('This version does not write BLF')

const sink = fileSink('drive.blf')
const writer = blf.open(sink)
await writer.begin({ epochMs: Date.UTC(2026, 0, 15, 9, 30), nanos: 0 }, [{ kind: 'CAN', channel: 1, name: 'Chassis' }])
const frames = new FrameBlockBuilder()
const data = new Uint8Array(4)
const view = new DataView(data.buffer)
for (let i = 0; i < 60_000; i++) {
  view.setUint16(0, 4000 + 3000 * Math.sin(i / 4000), true)
  view.setUint8(2, (i / 10_000) % 6)
  // time in nanoseconds since the origin, index of the bus, identifier, no flags
  frames.add(i * 1e7, 0, 0x120, 0, data, 0, data.length)
  if (frames.full) await writer.write(frames.take())
}
await writer.write(frames.take())
await writer.finish()
sink.close()

const unsigned = { byteOrder: /** @type {const} */ ('little'), signed: false, minimum: 0, offset: 0 }
const signals = [
  { ...unsigned, name: 'Speed', startBit: 0, bitCount: 16, factor: 0.01, maximum: 655.35, unit: 'km/h' },
  { ...unsigned, name: 'Gear', startBit: 16, bitCount: 8, factor: 1, maximum: 255, unit: '', names: new Map([[0, 'Neutral']]) },
]
writeFileSync(
  'drive.dbc',
  writeDbc({ name: 'drive', messages: [{ name: 'Motion', id: 0x120, extended: false, length: 4, signals }] }),
)
console.log('drive.blf, drive.dbc')
