import { randomUUID } from 'node:crypto'

/** All files of results begin so. */
export const resultPrefix = 'results/'

/** Where a file of a result goes: each has a name of its own, so that its bytes never change. */
export function newResultKey(): string {
  const name = randomUUID().replaceAll('-', '')
  return `${resultPrefix}${name.slice(0, 2)}/${name}`
}
