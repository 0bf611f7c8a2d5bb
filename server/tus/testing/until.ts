import { vi } from 'vitest'

/** Waits for a condition, for as long as a busy machine may take. Gives what the condition gave when it came true. */
export function until<T>(condition: () => T | Promise<T>): Promise<Exclude<T, false | 0 | '' | null | undefined>> {
  return vi.waitUntil(condition, { timeout: 20_000, interval: 20 })
}
