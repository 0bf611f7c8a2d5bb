import type { ReactNode } from 'react'
import type { RecordedId, RecordingIndex } from '#contract/recordings.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ViewedSignals } from '#web/viewer/protocol.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import { ArchiveCatalogs } from './archive-catalogs.tsx'
import type { RecordedRoute, SeenId, Subject } from './subject.ts'
import { busKey, idKey, signalSpan, since, spanOf } from './subject.ts'

interface Around {
  client: RecordingClient
  signals: ViewedSignals | null
  /** Why its signal store cannot be read; null when it can or there is none. */
  problem: string | null
  /** Null while it is not known. */
  unknownIds: readonly RecordedId[] | null
}

/** A recording of the archive as the viewer shows it. */
export function archiveSubject(recording: RecordingIndex, { client, signals, problem, unknownIds }: Around): Subject {
  const { facts, file, ids, vehicle } = recording
  const start = facts?.startDate ?? null
  const end = facts?.endDate ?? null
  const origin = recording.origin ?? signals?.origin ?? { epochMs: start === null ? 0 : Date.parse(start), nanos: 0 }
  const at = (date: string): number => since(origin, { epochMs: Date.parse(date) })
  const buses = facts?.buses ?? []
  const busNames = new Map(buses.map(({ kind, channel, name }) => [busKey(kind, channel), name]))
  const unknown = new Set((unknownIds ?? []).map(idKey))
  const names = namesOf(signals)
  return {
    client,
    fileId: recording.id,
    name: file.fileName,
    format: facts === null ? file.extension.toUpperCase() : `${facts.format.toUpperCase()} ${facts.version}`.trim(),
    size: file.size,
    vehicle: vehicle && (vehicle.displayName || vehicle.name),
    origin,
    whole: spanOf([start && end ? { fromNs: at(start), toNs: at(end) } : null, signalSpan(signals)]),
    frameCount: facts?.frameCount ?? 0,
    buses,
    problem: file.problem,
    signals,
    noSignals: noSignals(recording, problem),
    advice: null,
    ids: ids.map((id): SeenId => ({
      ...id,
      bus: busNames.get(busKey(id.kind, id.channel)) ?? busKey(id.kind, id.channel),
      name: names.get(idKey(id)) ?? null,
      isKnown: unknownIds !== null && !unknown.has(idKey(id)),
    })),
    codes: recording.troubleCodes.map((code) => ({
      ...code,
      firstMs: Date.parse(code.firstDate),
      lastMs: Date.parse(code.lastDate),
    })),
    vehicleFacts: [],
    attachments: recording.attachments,
    notes: recording.notes,
    route: vehicle && recording.locations ? routeOf(vehicle.id, recording.locations) : null,
    archived: { uploadId: recording.uploadId, vehicleId: vehicle?.id ?? null },
    catalogs: <ArchiveCatalogs recording={recording} />,
    catalogCount: recording.catalogs.length,
  }
}

const routeOf = (vehicleId: number, { firstDate, lastDate }: { firstDate: string; lastDate: string }): RecordedRoute => ({
  kind: 'archive',
  vehicleId,
  start: firstDate,
  end: lastDate,
})

function namesOf(signals: ViewedSignals | null): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { group } of signals?.signals ?? []) {
    const { from } = group
    if (from !== null)
      names.set(idKey({ kind: from.bus.kind, channel: from.bus.channel, id: from.id, extended: from.extended }), from.message)
  }
  return names
}

function noSignals({ signals, ids, facts, file }: RecordingIndex, problem: string | null): ReactNode {
  if (problem !== null) return <EmptyState title="The signals cannot be shown" text={problem} />
  if (file.state === 'waiting' || signals.state === 'waiting' || signals.pending)
    return <EmptyState title="Being read" text="The server is reading this recording; its signals appear here by themselves." />
  if (signals.state === 'failed')
    return (
      <EmptyState title="The signals cannot be shown" text={signals.problem ?? 'The server could not decode the recording.'} />
    )
  if (facts === null)
    return <EmptyState title="Not a recording" text={file.problem ?? 'The file holds neither frames nor signals.'} />
  if (ids.length === 0) return <EmptyState title="No signals" text="The recording holds neither frames nor signals." />
  return (
    <EmptyState
      title="Frames without a catalog"
      text="No catalog that is assigned to this vehicle knows its frames. Assign one, and the server decodes the recording by itself."
    >
      <PageLink page="catalogs" className="button primary">
        Catalogs
      </PageLink>
    </EmptyState>
  )
}
