import { useMemo, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Clock } from '#web/viewer/plot/clock.ts'
import { Trace } from '#web/viewer/trace/trace.tsx'
import { Extras } from './extras.tsx'
import { Identifiers } from './identifiers.tsx'
import type { Subject } from './subject.ts'
import { busKey, idKey } from './subject.ts'
import { Tabs } from './tabs.tsx'
import type { Tab } from './tabs.tsx'
import { TroubleCodes } from './trouble-codes.tsx'

interface Given {
  subject: Subject
  /** Of the view; the recording's own times are `shiftNs` before it. */
  clock: Clock
  shiftNs: number
  /** Of the first cursor, in the view's time. */
  atNs: number | null
  onPick: (timeNs: number) => void
  /** Shows a moment in the plots. */
  onJump: (timeNs: number) => void
}

/** What else is in a recording, under the plots. */
export function SubjectTabs({ subject, clock, shiftNs, atNs, onPick, onJump }: Given) {
  const { client, signals, frameCount } = subject
  const [tab, setTab] = useState(signals === null ? 'catalogs' : 'frames')
  const ownClock = useMemo(() => ({ ...clock, originSeconds: clock.originSeconds + shiftNs / 1e9 }), [clock, shiftNs])
  const buses = useMemo(
    () => subject.buses.map(({ kind, channel, name }) => ({ key: busKey(kind, channel), name })),
    [subject.buses],
  )
  const seen = useMemo(() => new Map(subject.ids.map((id) => [idKey(id), id])), [subject.ids])
  const tabs: Tab[] = [
    {
      id: 'frames',
      title: 'Frames',
      count: frameCount,
      panel: () =>
        frameCount === 0 ? (
          <EmptyState title="No frames" text="The recording holds signals alone, or nothing that is known here." />
        ) : (
          <Trace
            client={client}
            decoded={subject}
            frameCount={frameCount}
            buses={buses}
            seen={seen}
            signals={signals?.signals ?? []}
            clock={ownClock}
            atNs={atNs === null ? null : atNs - shiftNs}
            onPick={(timeNs) => onPick(timeNs + shiftNs)}
          />
        ),
    },
    { id: 'identifiers', title: 'Identifiers', count: subject.ids.length, panel: () => <Identifiers ids={subject.ids} /> },
    { id: 'catalogs', title: 'Catalogs', count: subject.catalogCount, panel: () => subject.catalogs },
    {
      id: 'codes',
      title: 'Trouble codes',
      count: subject.codes.length,
      panel: () => <TroubleCodes subject={subject} onJump={(timeNs) => onJump(timeNs + shiftNs)} />,
    },
    {
      id: 'extras',
      title: 'Attachments and notes',
      count: subject.attachments.length + subject.notes.length,
      panel: () => <Extras subject={subject} />,
    },
  ]
  return <Tabs tabs={tabs} chosen={tab} onChoose={setTab} />
}
