import { useEffect, useRef, useState } from 'react'
import { filesOfDrop } from '#web/features/uploads/picked-files.ts'
import { showToast } from '#web/ui/toast.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * While it is mounted, files dropped anywhere on the page are opened here: it takes the drop before the layout, which
 * would upload it, hears of it.
 */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const take = (event: DragEvent): boolean => {
      if (!carriesFiles(event) || (event.target instanceof Element && event.target.closest('dialog') !== null)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    }
    const step = (event: DragEvent, change: number) => {
      if (!take(event)) return
      depth.current = Math.max(0, depth.current + change)
      setOver(depth.current > 0)
    }
    const listeners = {
      dragenter: (event: DragEvent) => step(event, 1),
      dragleave: (event: DragEvent) => step(event, -1),
      dragover: (event: DragEvent) => void take(event),
      drop: (event: DragEvent) => {
        if (!take(event) || event.dataTransfer === null) return
        depth.current = 0
        setOver(false)
        filesOfDrop(event.dataTransfer).then(
          (picked) => latest.current(picked.map(({ file }) => file)),
          () => showToast('What was dropped cannot be read; choose the files with Open', 'error', 4000),
        )
      },
    }
    const names = ['dragenter', 'dragleave', 'dragover', 'drop'] as const
    for (const name of names) addEventListener(name, listeners[name], { capture: true })
    return () => {
      for (const name of names) removeEventListener(name, listeners[name], { capture: true })
    }
  }, [])
  return over ? (
    <div className="drop-cover">
      <div>
        <strong>Drop to open</strong>
        <span>The recording stays on this computer; DBC files dropped with it decode it</span>
      </div>
    </div>
  ) : null
}
