/* Recordings of a vehicle with a GPS receiver, written here: where it was is known to the last point. */

/** 2025-10-09T08:53:20Z. */
const startSeconds = 1_760_000_000

export interface Way {
  /** Seconds after the start of the first recording. */
  readonly after: number
  /** One point a second. */
  readonly points: number
  /** Degrees that it moves north each second; 0: it stands. */
  readonly step: number
}

export const momentAfter = (seconds: number): string => new Date((startSeconds + seconds) * 1000).toISOString()

/** candump text: speed and accuracy in 0x301, the place in 0x300, once a second. The speed rises by 0.1 km/h each second. */
export function gpsRecording({ after, points, step }: Way): Uint8Array<ArrayBuffer> {
  const lines: string[] = []
  for (let second = 0; second < points; second++) {
    const time = startSeconds + after + second
    const speed = word(second, 2) + word(3, 1)
    const place = word(Math.round((48 + second * step) * 1e7), 4) + word(Math.round(9 * 1e7), 4)
    lines.push(`(${time.toFixed(6)}) can0 301#${speed}`, `(${(time + 0.01).toFixed(6)}) can0 300#${place}`)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

/** Little-endian bytes as hexadecimal text. */
const word = (value: number, bytes: number): string =>
  Array.from({ length: bytes }, (_, at) => ((value >> (8 * at)) & 0xff).toString(16).padStart(2, '0').toUpperCase()).join('')

export const gpsCatalog = (): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`VERSION ""

BU_: Receiver

BO_ 768 Place: 8 Receiver
 SG_ Latitude : 0|32@1- (1E-007,0) [-90|90] "deg" Vector__XXX
 SG_ Longitude : 32|32@1- (1E-007,0) [-180|180] "deg" Vector__XXX

BO_ 769 Movement: 3 Receiver
 SG_ GPS_Speed : 0|16@1+ (0.1,0) [0|6553.5] "km/h" Vector__XXX
 SG_ PositionAccuracy : 16|8@1+ (1,0) [0|255] "m" Vector__XXX
`)
