import { randomUUID } from 'node:crypto'

/** All packages of analysis scripts begin so. */
export const packagePrefix = 'packages/'

/** Where a new package goes: each has a name of its own, so that its bytes never change. */
export function newPackageKey(): string {
  return `${packagePrefix}${randomUUID().replaceAll('-', '')}`
}
