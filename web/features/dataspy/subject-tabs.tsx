import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Clock } from '#web/viewer/plot/clock.ts'
import { FrameTable } from '#web/viewer/trace/frame-table.tsx'
import { Extras } from './extras.tsx'
import { Identifiers } from './identifiers.tsx'
import type { Subject } from './subject.ts'
import { Tabs } from './tabs.tsx'
import type { Tab } from './tabs.tsx'
import { TroubleCodes } from './trouble-codes.tsx'

interface Given {
  subject: Subject
  /** Of the view; the recording's own times are `shiftNs` before it. */
  clock: Clock
  shiftNs: number
  /** A moment that was clicked in a plot, in the view's time; a new object goes there again. */
  picked: { readonly timeNs: number } | null
  onPick: (timeNs: number) => void
}

/** What else is in a recording, under the plots. */
export function SubjectTabs({ subject, clock, shiftNs, picked, onPick }: Given) {
  const { client, signals, frameCount } = subject
  const [tab, setTab] = useState(signals === null ? 'catalogs' : 'frames')
  const [goTo, setGoTo] = useState<{ row: number } | null>(null)
  const ownClock = useMemo(() => ({ ...clock, originSeconds: clock.originSeconds + shiftNs / 1e9 }), [clock, shiftNs])
  const isShown = tab === 'frames' && frameCount > 0
  useEffect(() => {
    if (picked === null || !isShown) return
    let isWanted = true
    client.call('frameAt', { timeNs: picked.timeNs - shiftNs }).then(
      (row) => {
        if (isWanted) setGoTo({ row })
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [client, picked, shiftNs, isShown])
  // Anew for each subject: decoded again, frames have other names.
  const load = useCallback(
    (from: number, count: number, filter: string) => subject.client.call('frames', { from, count, filter }),
    [subject],
  )
  const tabs: Tab[] = [
    {
      id: 'frames',
      title: 'Frames',
      count: frameCount,
      panel: () => (
        <FrameTable
          load={load}
          frameCount={frameCount}
          clock={ownClock}
          atNs={picked === null ? null : picked.timeNs - shiftNs}
          goTo={goTo}
          onPick={(timeNs) => onPick(timeNs + shiftNs)}
        />
      ),
    },
    { id: 'identifiers', title: 'Identifiers', count: subject.ids.length, panel: () => <Identifiers ids={subject.ids} /> },
    { id: 'catalogs', title: 'Catalogs', count: subject.catalogCount, panel: () => subject.catalogs },
    { id: 'codes', title: 'Trouble codes', count: subject.codes.length, panel: () => <TroubleCodes subject={subject} /> },
    {
      id: 'extras',
      title: 'Attachments and notes',
      count: subject.attachments.length + subject.notes.length,
      panel: () => <Extras subject={subject} />,
    },
  ]
  return <Tabs tabs={tabs} chosen={tab} onChoose={setTab} />
}
