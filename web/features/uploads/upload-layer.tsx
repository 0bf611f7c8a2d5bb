import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useUser } from '#web/features/session/current-session.ts'
import { showToast } from '#web/ui/toast.ts'
import { filesOfDrop } from './picked-files.ts'
import type { PickedFile } from './picked-files.ts'
import { hasUnfinished } from './unfinished.ts'
import './uploads.css'
import { onWish } from './wishes.ts'

const UploadDesk = lazy(async () => ({ default: (await import('./upload-desk.tsx')).UploadDesk }))

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * Mounted once: takes files that are dropped anywhere on the page. What sends them is loaded with the first drop, the
 * first wish to upload, or when uploads were left unfinished.
 */
export function UploadLayer() {
  const user = useUser()
  const allowed = user?.permissions.includes('data.upload') ?? false
  const [over, setOver] = useState(false)
  const [awake, setAwake] = useState(() => hasUnfinished(localStorage))
  const [brought, setBrought] = useState<readonly PickedFile[] | null>(null)
  // Every element that is entered is also left: over the page while more were entered.
  const depth = useRef(0)

  useEffect(() => {
    if (!allowed) return
    const show = (event: DragEvent, change: number) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      depth.current = Math.max(0, depth.current + change)
      setOver(depth.current > 0)
    }
    const enter = (event: DragEvent) => show(event, 1)
    const leave = (event: DragEvent) => show(event, -1)
    const hover = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      depth.current = 0
      setOver(false)
      filesOfDrop(event.dataTransfer).then(
        (files) => {
          if (files.length === 0) return showToast('There is no file in what was dropped', 'warning', 2500)
          setAwake(true)
          setBrought(files)
        },
        () => showToast('What was dropped cannot be read; choose the files with Upload', 'error', 4000),
      )
    }
    const listeners = { dragenter: enter, dragleave: leave, dragover: hover, drop }
    for (const [name, listener] of Object.entries(listeners)) addEventListener(name as keyof typeof listeners, listener)
    const unwish = onWish(() => {
      setAwake(true)
      setBrought([])
    })
    return () => {
      for (const [name, listener] of Object.entries(listeners)) removeEventListener(name as keyof typeof listeners, listener)
      unwish()
    }
  }, [allowed])

  if (!allowed) return null
  return (
    <>
      {over ? (
        <div className="drop-cover">
          <div>
            <strong>Drop to upload</strong>
            <span>Files or a folder, to the vehicle you choose next</span>
          </div>
        </div>
      ) : null}
      {awake ? (
        <Suspense>
          <UploadDesk brought={brought} onTaken={() => setBrought(null)} />
        </Suspense>
      ) : null}
    </>
  )
}
