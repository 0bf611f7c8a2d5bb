import { useEffect, useRef, useState } from 'react'
import { showToast } from '#web/ui/toast.ts'
import { filesOfDrop } from './picked-files.ts'
import './uploads.css'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

interface Given {
  /** What a drop does, over the page while something is dragged. */
  title: string
  text: string
  onFiles: (files: readonly File[]) => void
}

/**
 * While it is mounted, files dropped anywhere on the page are its own: it takes the drop before the layout, which would
 * upload it, hears of it.
 */
export function OwnDrop({ title, text, onFiles }: Given) {
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const take = (event: DragEvent): boolean => {
      if (!carriesFiles(event)) return false
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
          () => showToast('What was dropped cannot be read; choose the files instead', 'error', 4000),
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
        <strong>{title}</strong>
        <span>{text}</span>
      </div>
    </div>
  ) : null
}
