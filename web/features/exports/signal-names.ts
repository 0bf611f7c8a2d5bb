import { getRecording } from '#contract/recordings.ts'
import { call } from '#web/api/client.ts'
import { archiveAccess } from '#web/features/dataspy/archive-access.ts'
import { RecordingClient } from '#web/viewer/recording-client.ts'

/** A signal as an export names it. */
export interface SignalName {
  /** With its message or group before it: `Chassis.Speed`. */
  readonly name: string
  readonly unit: string
}

/** Recordings that are looked into for names: those of one selection mostly have the same signals. */
export const lookedInto = 3

/** Names of the signals of some recordings, without doubles, sorted; of those that have been decoded. */
export async function signalNames(fileIds: readonly number[], signal: AbortSignal): Promise<SignalName[]> {
  const lists = await Promise.all(fileIds.slice(0, lookedInto).map((id) => namesOf(id, signal)))
  const byName = new Map(lists.flat().map((one) => [one.name, one]))
  return [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

async function namesOf(id: number, signal: AbortSignal): Promise<SignalName[]> {
  const { signals, file } = await call(getRecording, { params: { id }, signal })
  if (signals.state !== 'ready') return []
  const client = new RecordingClient({ access: archiveAccess(id, signals.store) })
  try {
    const viewed = await client.call('openArchive', { signalsSize: signals.size, fileSize: file.size }, signal)
    return (viewed?.signals ?? []).map(({ name, group, unit }) => ({
      name: group.name === '' ? name : `${group.name}.${name}`,
      unit,
    }))
  } finally {
    client.close()
  }
}
