import type { ByteSink } from '../../byte-sink.ts'
import { addNanoseconds, type Instant } from '../../instant.ts'

/** Text on its way to a sink, gathered so that the sink gets few and large writes. */
export class TextBuffer {
  #sink: ByteSink
  #encoder = new TextEncoder()
  #text = ''

  constructor(sink: ByteSink) {
    this.#sink = sink
  }

  add(text: string): void {
    this.#text += text
  }

  /** Call after each block: the text must not grow with the recording. */
  async flush(): Promise<void> {
    if (this.#text === '') return
    const bytes = this.#encoder.encode(this.#text)
    this.#text = ''
    await this.#sink.write(bytes)
  }
}

/** Two upper-case digits of each byte. */
export const hexByte: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
)

/** Nanoseconds as seconds with `decimals` (at most 9) decimals, rounded: 1.5e9 and 6 are `1.500000`. */
export function secondsText(nanoseconds: number, decimals: number): string {
  const units = Math.round(nanoseconds / 10 ** (9 - decimals))
  const perSecond = 10 ** decimals
  const whole = Math.floor(units / perSecond)
  return `${whole}.${String(units - whole * perSecond).padStart(decimals, '0')}`
}

/** Seconds since 1970 with `decimals` (at most 9) decimals, rounded; exact where a double of nanoseconds is not. */
export function epochText(origin: Instant, nanoseconds: number, decimals: number): string {
  const unit = 10 ** (9 - decimals)
  const { epochMs, nanos } = addNanoseconds(origin, nanoseconds)
  const second = Math.floor(epochMs / 1000)
  const units = Math.round(((epochMs - second * 1000) * 1e6 + nanos) / unit)
  const perSecond = 10 ** decimals
  return units === perSecond ? `${second + 1}.${'0'.repeat(decimals)}` : `${second}.${String(units).padStart(decimals, '0')}`
}
