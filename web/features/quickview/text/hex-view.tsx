import { useMemo } from 'react'
import { useLatest } from '#web/viewer/plot/use-latest.ts'
import { useRowWindow, WindowFrame } from '../grid/row-window.tsx'
import type { WorkerClient } from '../worker/worker-client.ts'
import { hexRow } from './hex-row.ts'
import type { TextCalls, TextProgress } from './text-calls.ts'

const rowHeight = 20
const rowBytes = 16

/** Bytes with their places and, where they are letters, their letters. */
export function HexView({ client, size }: { client: WorkerClient<TextCalls, TextProgress>; size: number }) {
  const count = Math.ceil(size / rowBytes)
  const window = useRowWindow({ count, rowHeight, headHeight: 0 })
  const { top, visible } = window
  const from = Math.max(0, top - visible) * rowBytes
  const ask = useMemo(
    () => () => client.call('bytes', { from, count: visible * 3 * rowBytes }).then(({ bytes }) => ({ from, bytes })),
    [client, from, visible],
  )
  const { answer, problem } = useLatest(ask)
  const rows = Array.from({ length: Math.min(visible + 1, count - top) }, (_, i) => {
    const offset = (top + i) * rowBytes
    const at = answer === null ? -1 : offset - answer.from
    return { offset, bytes: answer === null || at < 0 ? null : answer.bytes.subarray(at, at + rowBytes) }
  })
  return (
    <div className="qv-fill">
      <p className="quiet" role="status">
        {problem ?? 'This file is no text: its bytes are shown.'}
      </p>
      <div
        ref={window.box}
        className="qv-scroll mono"
        role="region"
        aria-label="Bytes"
        tabIndex={0}
        onScroll={window.onScroll}
        onKeyDown={window.onKey}
      >
        <WindowFrame window={window} height={0}>
          <pre className="qv-lines">
            {rows.map(({ offset, bytes }) => (
              <div key={offset} style={{ height: rowHeight }}>
                {bytes === null ? '' : hexRow(offset, bytes)}
              </div>
            ))}
          </pre>
        </WindowFrame>
      </div>
    </div>
  )
}
