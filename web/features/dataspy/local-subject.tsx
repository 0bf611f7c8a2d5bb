import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { OpenedFile } from '#web/viewer/protocol.ts'
import type { RecordingClient } from '#web/viewer/recording-client.ts'
import type { SeenId, Subject } from './subject.ts'
import { mostPoints, thinned } from './route-place.ts'
import { busKey, idKey, signalSpan, since, spanOf } from './subject.ts'

/** A file of this computer as the viewer shows it. */
export function localSubject(
  client: RecordingClient,
  opened: OpenedFile,
  around: { catalogs: ReactNode; add: ReactNode },
): Subject {
  const { recording, signals } = opened
  const { header } = recording
  const { origin, start, end } = header
  const busNames = new Map(header.buses.map(({ kind, channel, name }) => [busKey(kind, channel), name]))
  const unknown = new Set(opened.unknownIds.map(idKey))
  const names = new Map(opened.messageNames.map((named) => [idKey(named), named.name]))
  const epochMs = (ns: number): number => origin.epochMs + (origin.nanos + ns) / 1e6
  const problem = header.problem?.message ?? null
  return {
    client,
    fileId: null,
    name: opened.fileName,
    format: `${header.format.toUpperCase()} ${header.version}`.trim(),
    size: opened.size,
    vehicle: null,
    origin,
    whole: spanOf([start && end ? { fromNs: since(origin, start), toNs: since(origin, end) } : null, signalSpan(signals)]),
    frameCount: header.frameCount,
    buses: header.buses,
    problem,
    signals,
    noSignals: noSignals(opened, around.add),
    advice: opened.unknownIds.length > 0 ? around.add : null,
    ids: recording.ids.map((id): SeenId => ({
      ...id,
      bus: busNames.get(busKey(id.kind, id.channel)) ?? busKey(id.kind, id.channel),
      name: names.get(idKey(id)) ?? null,
      isKnown: !unknown.has(idKey(id)),
    })),
    codes: recording.troubleCodes.map((code) => ({ ...code, firstMs: epochMs(code.firstNs), lastMs: epochMs(code.lastNs) })),
    vehicleFacts: recording.facts,
    attachments: recording.attachments,
    notes: recording.notes,
    route: recording.locations.length === 0 ? null : { kind: 'points', points: thinned(recording.locations, mostPoints) },
    archived: null,
    catalogs: around.catalogs,
    catalogCount: opened.catalogs.length,
  }
}

function noSignals({ recording, catalogs }: OpenedFile, add: ReactNode): ReactNode {
  const { store, ids } = recording
  if (store.state === 'failed') return <EmptyState title="The signals cannot be shown" text={store.problem} />
  if (ids.length === 0) return <EmptyState title="No signals" text="The recording holds neither frames nor signals." />
  return (
    <EmptyState
      title={catalogs.length === 0 ? 'Frames without a catalog' : 'The catalogs know none of its frames'}
      text="Drop DBC files of this vehicle here, and its frames become signals at once. Frames and identifiers are below."
    >
      {add}
    </EmptyState>
  )
}
