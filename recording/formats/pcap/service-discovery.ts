/** One entry of a SOME/IP service discovery message (AUTOSAR PRS_SOMEIPServiceDiscoveryProtocol, 4.1.2). */
export interface DiscoveryEntry {
  what: 'find' | 'offer' | 'stop offer' | 'subscribe' | 'stop subscribe' | 'subscribed' | 'refused' | 'unknown'
  service: number
  instance: number
  majorVersion: number
  /** Seconds; 0xffffff until the next reboot. */
  timeToLive: number
  /** Of services. */
  minorVersion?: number
  /** Of subscriptions. */
  eventGroup?: number
}

const entryBytes = 16
const mostEntries = 64
const names: ReadonlyMap<number, readonly [DiscoveryEntry['what'], DiscoveryEntry['what']]> = new Map([
  // With a time to live, and with none.
  [0, ['find', 'find']],
  [1, ['offer', 'stop offer']],
  [6, ['subscribe', 'stop subscribe']],
  [7, ['subscribed', 'refused']],
])

/** The entries of the service discovery payload in [start, end). */
export function discoveryEntries(view: DataView, start: number, end: number): DiscoveryEntry[] {
  const entries: DiscoveryEntry[] = []
  if (start + 8 > end) return entries
  const stop = Math.min(end, start + 8 + view.getUint32(start + 4))
  for (let at = start + 8; at + entryBytes <= stop && entries.length < mostEntries; at += entryBytes) {
    const type = view.getUint8(at)
    const timeToLive = view.getUint32(at + 8) & 0xff_ffff
    entries.push({
      what: names.get(type)?.[timeToLive === 0 ? 1 : 0] ?? 'unknown',
      service: view.getUint16(at + 4),
      instance: view.getUint16(at + 6),
      majorVersion: view.getUint8(at + 8),
      timeToLive,
      ...(type < 4 ? { minorVersion: view.getUint32(at + 12) } : { eventGroup: view.getUint16(at + 14) }),
    })
  }
  return entries
}
