/* A small recording and its catalog, written here: what it must show is known to the last sample. */

/** Seconds; 10 frames of each message in a second. */
const seconds = 60
const startSeconds = 1_760_000_000

/**
 * candump text: message 0x1A0 with a speed that rises and a gear, 0x2B0 that no catalog knows; also the same drive some
 * seconds later.
 */
export function drivenRecording(laterSeconds = 0): Uint8Array<ArrayBuffer> {
  const lines: string[] = []
  for (let tick = 0; tick < seconds * 10; tick++) {
    const time = startSeconds + laterSeconds + tick / 10
    const speed = tick * 10
    const gear = Math.min(3, Math.floor(tick / 150))
    const data = [speed & 0xff, speed >> 8, gear, 0, 0, 0, 0, 0].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    lines.push(`(${time.toFixed(6)}) can0 1A0#${data.toUpperCase()}`)
    lines.push(`(${(time + 0.05).toFixed(6)}) can0 2B0#${(tick & 0xff).toString(16).padStart(2, '0').toUpperCase()}`)
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}

/** Speed of 0.01 km/h in 16 bits, gear of four names. */
export const drivenCatalog = (): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`VERSION ""

BU_: Engine

BO_ 416 Motion: 8 Engine
 SG_ Speed : 0|16@1+ (0.01,0) [0|655.35] "km/h" Vector__XXX
 SG_ Gear : 16|8@1+ (1,0) [0|3] "" Vector__XXX

VAL_ 416 Gear 0 "Park" 1 "Reverse" 2 "Neutral" 3 "Drive" ;
`)

export const drivenFrames = seconds * 10 * 2
