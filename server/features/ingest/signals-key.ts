import { randomUUID } from 'node:crypto'

/** All signal stores begin so. */
export const signalsPrefix = 'signals/'

/** Where a new signal store goes: each has a name of its own, so that its bytes never change. */
export function newSignalsKey(): string {
  const name = randomUUID().replaceAll('-', '')
  return `${signalsPrefix}${name.slice(0, 2)}/${name}`
}

/** The name by which clients ask for these very bytes. */
export function storeNameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1)
}
