import { memorySource } from '#recording/byte-source.ts'
import type { DeviceClient } from './device-client.ts'
import type { LoggedFile } from './logger.ts'
import type { NetworkKind } from './network.ts'
import { SeededRandom } from './seeded-random.ts'

/** What a delivery counts. */
export interface DeliveryCounts {
  files: number
  bytes: number
  /** Files that the server recognised as ones it had. */
  duplicates: number
}

/** The order in which a device hands over its files: as recorded, mixed, or some of them twice. */
export function deliveryOrder<T>(items: readonly T[], network: NetworkKind, seed: string): T[] {
  const random = new SeededRandom(`order ${seed}`)
  if (network === 'reorder') return random.shuffle(items)
  if (network === 'duplicate') return random.shuffle([...items, ...items.filter(() => random.chance(0.4))])
  return [...items]
}

/** Delivers files one after the other. Throws DeliveryFailed at the first that cannot be delivered. */
export async function deliver(client: DeviceClient, files: readonly LoggedFile[]): Promise<DeliveryCounts> {
  const counts: DeliveryCounts = { files: 0, bytes: 0, duplicates: 0 }
  for (const file of files) {
    const { bytes, ...description } = file
    const delivered = await client.upload(memorySource(bytes), description)
    counts.files++
    counts.bytes += bytes.length
    if (delivered.duplicate) counts.duplicates++
  }
  return counts
}
