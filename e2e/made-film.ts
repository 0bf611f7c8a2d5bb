import type { Page } from 'playwright-core'

interface Frame {
  readonly bytes: Buffer
  readonly isKey: boolean
}

const size = { width: 320, height: 180 }

/** A film of one picture a second: noise, so that it is large, encoded by the browser and put into an MP4 here. */
export async function noiseFilm(page: Page, seconds: number): Promise<Buffer<ArrayBuffer>> {
  const frames = await page.evaluate(
    async ({ count, width, height }) => {
      const made: Array<{ base64: string; isKey: boolean }> = []
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength)
          chunk.copyTo(bytes)
          let text = ''
          for (const byte of bytes) text += String.fromCharCode(byte)
          made.push({ base64: btoa(text), isKey: chunk.type === 'key' })
        },
        error(raised) {
          throw raised
        },
      })
      encoder.configure({ codec: 'vp09.00.10.08', width, height, bitrate: 4_000_000, framerate: 1 })
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (context === null) throw new Error('There is no canvas')
      const noise = context.createImageData(width, height)
      for (let i = 0; i < count; i++) {
        for (let at = 0; at < noise.data.length; at += 4)
          noise.data.set([Math.random() * 255, Math.random() * 255, Math.random() * 255, 255], at)
        context.putImageData(noise, 0, 0)
        const frame = new VideoFrame(canvas, { timestamp: i * 1e6, duration: 1e6 })
        encoder.encode(frame, { keyFrame: i % 5 === 0 })
        frame.close()
      }
      await encoder.flush()
      return made
    },
    { count: seconds, ...size },
  )
  return mp4Of(frames.map(({ base64, isKey }) => ({ bytes: Buffer.from(base64, 'base64'), isKey })))
}

function mp4Of(frames: readonly Frame[]): Buffer<ArrayBuffer> {
  const type = box('ftyp', text('isom'), u32(512), text('isomiso2mp41'))
  // the places of the frames depend on the length of what stands before them, which does not depend on the places
  const before = type.length + movie(frames, 0).length + 8
  return Buffer.concat([type, movie(frames, before), box('mdat', ...frames.map(({ bytes }) => bytes))])
}

function movie(frames: readonly Frame[], firstByte: number): Buffer<ArrayBuffer> {
  const unity = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].map(u32)
  const [duration, { width, height }] = [frames.length * 1000, size]
  const header = full(
    'mvhd',
    0,
    u32(0),
    u32(0),
    u32(1000),
    u32(duration),
    u32(0x10000),
    u16(0x100),
    zeros(10),
    ...unity,
    zeros(24),
    u32(2),
  )
  const track = full(
    'tkhd',
    7,
    u32(0),
    u32(0),
    u32(1),
    u32(0),
    u32(duration),
    zeros(16),
    ...unity,
    u32(width << 16),
    u32(height << 16),
  )
  const codec = box('vpcC', Buffer.of(1, 0, 0, 0, 0, 10, 0x82, 1, 1, 1, 0, 0))
  const picture = [
    zeros(6),
    u16(1),
    zeros(16),
    u16(width),
    u16(height),
    u32(0x480000),
    u32(0x480000),
    u32(0),
    u16(1),
    zeros(32),
    u16(24),
    u16(0xffff),
  ]
  const keys = frames.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []))
  const samples = box(
    'stbl',
    full('stsd', 0, u32(1), box('vp09', ...picture, codec)),
    full('stts', 0, u32(1), u32(frames.length), u32(1000)),
    full('stss', 0, u32(keys.length), ...keys.map(u32)),
    full('stsc', 0, u32(1), u32(1), u32(frames.length), u32(1)),
    full('stsz', 0, u32(0), u32(frames.length), ...frames.map(({ bytes }) => u32(bytes.length))),
    full('stco', 0, u32(1), u32(firstByte)),
  )
  const data = box('dinf', full('dref', 0, u32(1), full('url ', 1)))
  const media = box(
    'mdia',
    full('mdhd', 0, u32(0), u32(0), u32(1000), u32(duration), u16(0x55c4), u16(0)),
    full('hdlr', 0, u32(0), text('vide'), zeros(12), text('noise\0')),
    box('minf', full('vmhd', 1, zeros(8)), data, samples),
  )
  return box('moov', header, box('trak', track, media))
}

const text = (value: string) => Buffer.from(value, 'latin1')
const zeros = (count: number) => Buffer.alloc(count)
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
function box(type: string, ...parts: readonly Buffer[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), text(type), body])
}
const full = (type: string, flags: number, ...parts: readonly Buffer[]) => box(type, u32(flags), ...parts)
