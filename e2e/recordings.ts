import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { field, fileHeaderBytes, magic, protocol, recordBytes, ticks25ns } from '#recording/formats/vsb/records.ts'

const folder = process.env['LOGGERHEAD_RECORDINGS'] ?? join(import.meta.dirname, '../../shared/recordings')

/** A real recording of 50,000 frames, or (said aloud) a written one of the same size where this machine has none. */
export async function vsbRecording(): Promise<string> {
  const real = join(folder, 'vsb/intrepidcs__ICS_VSBIO/input2.vsb')
  if (existsSync(real)) return real
  console.warn('No real recordings here; set LOGGERHEAD_RECORDINGS to their folder. A written one is used instead.')
  const file = join(await mkdtemp(join(tmpdir(), 'loggerhead-recording-')), 'input2.vsb')
  await writeFile(file, writtenVsb(50_000))
  return file
}

/** CAN frames, one each millisecond from 2014 on; the layout of a record is in recording/formats/vsb/records.ts. */
function writtenVsb(frames: number): Uint8Array {
  const bytes = new Uint8Array(fileHeaderBytes + frames * recordBytes)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode(magic))
  view.setUint32(magic.length, 0x104, true)
  for (let i = 0; i < frames; i++) {
    const at = fileHeaderBytes + i * recordBytes
    view.setUint32(at + field.timeHardware, 40_000 * i, true)
    view.setUint32(at + field.timeHardware2, 0x20_0000, true)
    view.setUint8(at + field.timeHardwareId, ticks25ns)
    view.setUint8(at + field.network, 1)
    view.setUint8(at + field.protocol, protocol.can)
    view.setUint8(at + field.dataLength, 8)
  }
  return bytes
}

/** A file of so many bytes that nothing compresses and nobody has seen; gone when the test that asked for it is over. */
export async function largeFile(bytes: number): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), 'loggerhead-large-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const path = join(place, 'large.bin')
  const file = await open(path, 'w')
  const piece = 1 << 20
  for (let written = 0; written < bytes; written += piece) await file.write(randomBytes(Math.min(piece, bytes - written)))
  await file.close()
  return path
}
