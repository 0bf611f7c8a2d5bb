import { randomUUID } from 'node:crypto'

/** All files that are kept with loggers' scripts begin so. */
export const scriptPrefix = 'scripts/'

/** Where a new file goes: each has a name of its own, so that its bytes never change. */
export function newScriptKey(): string {
  return `${scriptPrefix}${randomUUID().replaceAll('-', '')}`
}
