import type { ChosenVersion } from '#web/features/groups/selection.ts'

/** Every recording can be exported; one that nobody has looked at yet may turn out to be one. */
export const isExportable = ({ recording, state }: ChosenVersion): boolean => recording !== null || state === 'waiting'

/** Files of one device; `deviceId` null: people uploaded them for no device. */
export interface DeviceFiles {
  readonly deviceId: number | null
  readonly name: string
  readonly files: readonly ChosenVersion[]
}

export function groupedByDevice(files: readonly ChosenVersion[]): DeviceFiles[] {
  return [...Map.groupBy(files, ({ deviceId }) => deviceId)].map(([deviceId, own]) => ({
    deviceId,
    name: deviceName(own[0]),
    files: own,
  }))
}

function deviceName(file: ChosenVersion | undefined): string {
  if (file === undefined || file.deviceId === null) return 'No device'
  const { device } = file.upload
  return device === null ? `Device ${file.deviceId}` : `${device.type} ${device.serial}`.trim()
}

/** Ids by device, as the call wants them: `{ "12": [1, 2], "null": [3] }`. */
export const selectedIdsOf = (devices: readonly DeviceFiles[]): Record<string, number[]> =>
  Object.fromEntries(devices.map(({ deviceId, files }) => [String(deviceId), files.map(({ id }) => id)]))
