import type { Device } from '#contract/devices.ts'
import type { Tone } from '#web/ui/tag.tsx'

/** A logger that has not been heard from for this long counts as silent. */
export const silentAfterMs = 24 * 3_600_000
/** Less free storage than this share counts as nearly full. */
export const nearlyFullShare = 0.1

export interface LoggerState {
  word: 'active' | 'silent' | 'never heard' | 'nearly full' | 'no logger'
  tone: Tone
}

/** What a vehicle's logger needs, worst first. `now` in milliseconds since 1970. */
export function loggerState(device: Device | undefined, now: number): LoggerState {
  if (device === undefined) return { word: 'no logger', tone: 'idle' }
  if (device.lastCheckin === null) return { word: 'never heard', tone: 'idle' }
  if (now - Date.parse(device.lastCheckin) > silentAfterMs) return { word: 'silent', tone: 'warn' }
  const used = usedShare(device)
  if (used !== null && 1 - used < nearlyFullShare) return { word: 'nearly full', tone: 'bad' }
  return { word: 'active', tone: 'ok' }
}

/** Share of the logger's storage in use, 0 to 1; null when it has not said. */
export function usedShare({ state }: Device): number | null {
  const { freeBytes, totalBytes } = state ?? {}
  if (freeBytes === undefined || totalBytes === undefined || totalBytes <= 0) return null
  return Math.min(Math.max(1 - freeBytes / totalBytes, 0), 1)
}

/** The logger of each vehicle by vehicle id; of several, the one heard from last. */
export function loggersByVehicle(devices: readonly Device[]): ReadonlyMap<number, Device> {
  const found = new Map<number, Device>()
  for (const device of devices) {
    if (device.vehicle === null) continue
    const other = found.get(device.vehicle.id)
    if (other === undefined || (device.lastCheckin ?? '') > (other.lastCheckin ?? '')) found.set(device.vehicle.id, device)
  }
  return found
}
