import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { formatBytes } from '#web/format/bytes.ts'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { useRowWindow, WindowFrame } from '../grid/row-window.tsx'
import type { ViewedFile } from '../viewed-file.ts'
import { FindBar } from './find-bar.tsx'
import { GoToField } from './go-to-field.tsx'
import { marked } from './marked.tsx'
import type { TextProgress } from './text-calls.ts'
import type { OpenText } from './use-text-file.ts'

const rowHeight = 20

interface Given {
  text: OpenText
  progress: TextProgress
  file: ViewedFile
  encoding: string
  /** Before its own. */
  tools: ReactNode
}

/** The lines near what is looked at, with their numbers; search and "go to" jump anywhere. */
export function TextLinesView({ text: { client }, progress, file, encoding, tools }: Given) {
  const [wraps, setWraps] = useState(false)
  const [found, setFound] = useState<{ text: string; matchCase: boolean; line: number | null } | null>(null)
  const window = useRowWindow({ count: progress.lines, rowHeight, headHeight: 0 })
  const { top, visible, show } = window
  const from = Math.max(0, top - visible)
  const known = Math.min(progress.lines, top + 2 * visible)
  const ask = useMemo(
    () => () => client.call('lines', { from, count: known - from }).then(({ lines }) => ({ from, lines })),
    [client, from, known],
  )
  const { answer, problem } = useLatest(ask)

  const find = useCallback(
    async (wanted: string, matchCase: boolean, isNext: boolean) => {
      const start = isNext && found?.line != null ? found.line + 1 : isNext ? 0 : top
      const first = await client.call('find', { text: wanted, from: start, matchCase })
      const { line } = first.line === null && start > 0 ? await client.call('find', { text: wanted, from: 0, matchCase }) : first
      setFound({ text: wanted, matchCase, line })
      if (line !== null) show(line - 3)
    },
    [client, found, top, show],
  )
  const digits = String(Math.max(1, progress.lines)).length
  const lines = (answer?.lines ?? []).flatMap((row, i) => {
    const number = (answer?.from ?? 0) + i
    return number >= top && number <= top + visible ? [{ number, row }] : []
  })
  // what was found is told until something else is looked for
  useEffect(() => setFound(null), [file.id])

  return (
    <div className="qv-fill">
      <div className="qv-tools">
        {tools}
        <FindBar onFind={find} found={found} />
        <GoToField label="Go to line" count={progress.lines} onGo={(number) => show(number - 1)} />
        <label className="qv-check">
          <input type="checkbox" checked={wraps} onChange={(event) => setWraps(event.target.checked)} /> Wrap lines
        </label>
        <span className="quiet" role="status">
          {problem ?? statusOf(progress, file.size, encoding)}
        </span>
      </div>
      <div
        ref={window.box}
        className="qv-scroll mono"
        role="region"
        aria-label="Text"
        tabIndex={0}
        onScroll={window.onScroll}
        onKeyDown={window.onKey}
      >
        <WindowFrame window={window} height={0}>
          <pre className={wraps ? 'qv-lines wrapped' : 'qv-lines'} style={wraps ? { width: window.width } : undefined}>
            {lines.map(({ number, row }) => (
              <div key={number} className={number === found?.line ? 'qv-line on' : 'qv-line'}>
                <span className="qv-number" style={{ width: `${digits + 2}ch` }} aria-hidden="true">
                  {number + 1}
                </span>
                <span className="qv-text">
                  {found === null ? row.text : marked(row.text, found)}
                  {row.isCut ? <span className="quiet"> … the line goes on</span> : null}
                </span>
              </div>
            ))}
          </pre>
        </WindowFrame>
      </div>
    </div>
  )
}

function statusOf({ lines, scanned, isComplete, searched }: TextProgress, size: number, encoding: string): string {
  const percent = (bytes: number) => `${Math.floor((100 * bytes) / Math.max(1, size))} %`
  const counted = `${lines.toLocaleString('en')} lines`
  if (searched !== null) return `${counted}, searching ${percent(searched)}`
  return isComplete
    ? `${counted}, ${formatBytes(size)}, ${encoding.toUpperCase()}`
    : `${counted} so far, reading ${percent(scanned)}`
}
