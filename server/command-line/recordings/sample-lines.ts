import type { FrameDecoder } from '#recording/decode/decoder.ts'
import { cell } from '#recording/exports/csv.ts'
import type { Bus } from '#recording/frames.ts'
import type { Instant } from '#recording/instant.ts'
import { addNanoseconds } from '#recording/instant.ts'
import type { SampleBlock, SignalDescription, SignalGroup } from '#recording/signals.ts'
import { instantText } from './instant-text.ts'
import type { TimeWindow } from '#recording/exports/frame-choice.ts'

export const csvTitle = 'Time [s],UTC,Bus,Message,Signal,Value,Unit\r\n'

/** How one sample is written. */
export interface SampleForm {
  line(timeNs: number, source: SampleSource, raw: number): string
}

/** One signal of one group, with the texts that its samples share. */
export interface SampleSource {
  readonly signal: SignalDescription
  readonly bus: string
  readonly message: string
}

/** `Time [s],UTC,Bus,Message,Signal,Value,Unit`; a value with a name is written as its name. */
export function csvForm(origin: Instant): SampleForm {
  return {
    line(timeNs, { signal, bus, message }, raw) {
      const utc = instantText(addNanoseconds(origin, timeNs))
      const { value, name } = valueOf(signal, raw)
      return `${secondsText(timeNs)},${utc},${cell(bus)},${cell(message)},${cell(signal.name)},${name === null ? value : cell(name)},${cell(signal.unit)}\r\n`
    },
  }
}

/** One JSON object for each line. */
export function jsonForm(origin: Instant): SampleForm {
  return {
    line(timeNs, { signal, bus, message }, raw) {
      const { value, name } = valueOf(signal, raw)
      const utc = instantText(addNanoseconds(origin, timeNs))
      const sample = { seconds: Math.round(timeNs) / 1e9, utc, bus, message, signal: signal.name, value }
      return `${JSON.stringify({ ...sample, ...(name !== null && { name }), ...(signal.unit !== '' && { unit: signal.unit }) })}\n`
    },
  }
}

function valueOf({ conversion, names }: SignalDescription, raw: number): { value: number; name: string | null } {
  if (conversion.kind === 'text') return { value: raw, name: conversion.texts[raw] ?? '' }
  return { value: raw * conversion.factor + conversion.offset, name: names?.get(raw) ?? null }
}

function secondsText(timeNs: number): string {
  const whole = Math.round(timeNs)
  const magnitude = Math.abs(whole)
  const seconds = Math.floor(magnitude / 1e9)
  return `${whole < 0 ? '-' : ''}${seconds}.${String(magnitude - seconds * 1e9).padStart(9, '0')}`
}

/** The samples of a block of frames as lines, in order of time. */
export class SampleLines {
  readonly #form: SampleForm
  readonly #window: TimeWindow
  readonly #wants: (signal: SignalDescription, group: SignalGroup) => boolean
  readonly #sources: (SampleSource | null)[][] = []

  constructor(form: SampleForm, window: TimeWindow, wants: (signal: SignalDescription, group: SignalGroup) => boolean) {
    this.#form = form
    this.#window = window
    this.#wants = wants
  }

  text(blocks: readonly SampleBlock[], groups: FrameDecoder['groups'], buses: readonly Bus[]): string {
    const { fromNs, toNs } = this.#window
    const rows: { timeNs: number; block: SampleBlock; row: number }[] = []
    for (const block of blocks)
      for (let row = 0; row < block.count; row++) {
        const timeNs = block.timeNs[row] ?? NaN
        if (timeNs >= fromNs && timeNs < toNs) rows.push({ timeNs, block, row })
      }
    rows.sort((a, b) => a.timeNs - b.timeNs)
    let text = ''
    for (const { timeNs, block, row } of rows) {
      const sources = this.#sourcesOf(block.group, groups, buses)
      for (let column = 0; column < sources.length; column++) {
        const source = sources[column]
        if (source && block.valid[column]?.[row] !== 0) text += this.#form.line(timeNs, source, block.raw[column]?.[row] ?? NaN)
      }
    }
    return text
  }

  #sourcesOf(at: number, groups: FrameDecoder['groups'], buses: readonly Bus[]): readonly (SampleSource | null)[] {
    const group = groups[at]
    if (!group) return []
    const bus = group.from ? buses[group.from.bus] : undefined
    return (this.#sources[at] ??= group.signals.map((signal) =>
      this.#wants(signal, group) ? { signal, bus: bus ? `${bus.kind} ${bus.channel}` : '', message: group.name } : null,
    ))
  }
}
