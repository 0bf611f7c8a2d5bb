import type { DeviceReport } from './device-client.ts'
import type { LoggerCondition } from './demo-fleet.ts'
import type { Logger } from './logger.ts'

const cardBytes = 64 * 1024 ** 3
const firmware = '4.2.1'

/** What the logger says of itself; null for one that never reports. */
export function reportOf(logger: Logger, nowMs: number, pendingUploads: number): DeviceReport | null {
  const condition: LoggerCondition | undefined = logger.vehicle.condition
  if (condition === 'silent') return null
  const freeShare = condition === 'full' ? 0.03 : 0.55 + (logger.vehicle.logger.serial.charCodeAt(4) % 7) / 20
  return {
    deviceTime: new Date(nowMs).toISOString(),
    freeBytes: Math.round(cardBytes * freeShare),
    totalBytes: cardBytes,
    pendingUploads: pendingUploads + (condition === 'behind' ? 23 : 0),
    firmware,
    ...(logger.position && { position: logger.position }),
  }
}
