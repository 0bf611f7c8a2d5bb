import { InvalidArgumentError } from 'commander'
import type { FrameChoice } from '#recording/exports/frame-choice.ts'

/** `--bus 2`. */
export function busOf(given: string, before: readonly number[]): readonly number[] {
  const channel = Number(given)
  if (!/^\d+$/.test(given)) throw new InvalidArgumentError('Write the number of a bus, such as 2.')
  return [...before, channel]
}

/** `--id 1A0`, `--id 0x18FEF100x`: hexadecimal, with x behind an identifier of 29 bits that is below 800. */
export function identifierOf(given: string, before: readonly Identifier[]): readonly Identifier[] {
  const [, digits, mark] = /^(?:0x)?([0-9a-f]{1,8})(x?)$/i.exec(given) ?? []
  const id = parseInt(digits ?? '', 16)
  if (!(id < 2 ** 29)) throw new InvalidArgumentError('Write an identifier in hexadecimal, such as 1A0 or 18FEF100.')
  return [...before, { id, extended: mark !== '' || id > 0x7ff }]
}

export interface Identifier {
  readonly id: number
  readonly extended: boolean
}

/** The frames of the buses and identifiers; undefined where none are named, for all. */
export function framesChosen(buses: readonly number[], ids: readonly Identifier[]): FrameChoice | undefined {
  if (buses.length === 0 && ids.length === 0) return undefined
  const onBus = (channel: number): boolean => buses.length === 0 || buses.includes(channel)
  const isOne = (id: number, extended: boolean): boolean =>
    ids.length === 0 || ids.some((one) => one.id === id && one.extended === extended)
  return ({ channel }, id, extended) => onBus(channel) && isOne(id, extended)
}
