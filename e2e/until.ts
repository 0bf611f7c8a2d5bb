import { vi } from 'vitest'

/** Looks again and again; generous, since a condition that comes late on a busy machine is no fault. */
export const until = (holds: () => Promise<boolean>) => vi.waitUntil(holds, { timeout: 60_000, interval: 50 })
