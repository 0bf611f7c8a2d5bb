import { useEffect, useState, useSyncExternalStore } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { queue, sendFiles, supplyFiles } from './current-queue.ts'
import type { PickedFile } from './picked-files.ts'
import { Tray } from './tray.tsx'
import { listUnfinished } from './unfinished.ts'
import { UploadDialog } from './upload-dialog.tsx'
import { totalOf } from './upload-queue.ts'

/** A server that was away for long is asked again after so many milliseconds. */
const stuckMs = 15_000

/** Asks where files go, sends them, and shows how far they are. */
export function UploadDesk({ brought, onTaken }: { brought: readonly PickedFile[] | null; onTaken: () => void }) {
  const entries = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const [asking, setAsking] = useState<readonly PickedFile[] | null>(null)
  const { busy } = totalOf(entries)
  const stuck = entries.some(({ state, failure }) => state === 'failed' && failure?.passing)

  useEffect(() => {
    queue.recall(listUnfinished(localStorage))
    const back = () => queue.retryPassing()
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [])

  useEffect(() => {
    if (!stuck) return
    const timer = setInterval(() => queue.retryPassing(), stuckMs)
    return () => clearInterval(timer)
  }, [stuck])

  useEffect(() => {
    if (!busy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [busy])

  useEffect(() => {
    if (brought === null) return
    onTaken()
    const fresh = supplyFiles(brought)
    const continued = brought.length - fresh.length
    if (continued > 0) showToast(continued === 1 ? 'The upload goes on' : `${continued} uploads go on`, 'success', 2500)
    // Dropped onto an open dialog, files join those that are already there.
    if (fresh.length > 0 || brought.length === 0) setAsking((before) => [...(before ?? []), ...fresh])
  }, [brought, onTaken])

  return (
    <>
      {asking === null ? null : (
        <UploadDialog
          files={asking}
          onFiles={setAsking}
          onClose={() => setAsking(null)}
          onSend={(wish) => {
            sendFiles(asking, wish)
            setAsking(null)
          }}
        />
      )}
      {entries.length > 0 ? <Tray entries={entries} /> : null}
    </>
  )
}
