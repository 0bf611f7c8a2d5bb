import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCatalogMessages } from '#contract/catalogs.ts'
import type { CatalogMessage } from '#contract/catalogs.ts'
import { exchange } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { idText } from './texts.ts'

const pageSize = 50

/** Messages and signals of a version, searched on the server: catalogs have thousands. */
export function Messages({ catalogId, number }: { catalogId: number; number: number }) {
  const [text, setText] = useState('')
  const [offset, setOffset] = useState(0)
  const wanted = useDebounced(text)
  const { data, error, refetch } = useQuery({
    queryKey: ['catalogs', 'messages', catalogId, number, wanted, offset],
    queryFn: async ({ signal }) => {
      const query = { max: pageSize, offset, ...(wanted === '' ? {} : { q: wanted }) }
      const { answer, headers } = await exchange(listCatalogMessages, { params: { id: catalogId, number }, query, signal })
      return { messages: answer, total: Number(headers.get('total')) }
    },
    placeholderData: keepPreviousData,
  })
  return (
    <section className="panel">
      <div className="catalog-title">
        <h2>Messages</h2>
        <input
          className="input catalog-search"
          type="search"
          aria-label="Find a message, signal or identifier"
          placeholder="Message, signal or 0x1A0"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setOffset(0)
          }}
        />
      </div>
      {error && data === undefined ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data?.messages.length === 0 ? <EmptyState title="No message has this name or identifier" /> : null}
      <ul className="catalog-messages">
        {data?.messages.map((message) => (
          <li key={`${message.bus} ${message.id} ${message.extended} ${message.name}`}>
            <MessageLine message={message} />
          </li>
        ))}
      </ul>
      {data && data.total > pageSize ? (
        <div className="catalog-pages">
          <button type="button" className="button" disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
            Previous
          </button>
          <span className="quiet">
            {offset + 1} to {Math.min(offset + pageSize, data.total)} of {data.total}
          </span>
          <button
            type="button"
            className="button"
            disabled={offset + pageSize >= data.total}
            onClick={() => setOffset(offset + pageSize)}
          >
            Next
          </button>
        </div>
      ) : null}
    </section>
  )
}

function MessageLine({ message }: { message: CatalogMessage }) {
  const { name, length, bus, fd, j1939, cycleMs, sender, comment, signals } = message
  const facts = [
    bus === 'LIN' ? 'LIN' : null,
    fd ? 'CAN FD' : null,
    j1939 ? 'J1939' : null,
    `${length} bytes`,
    cycleMs === null ? null : `every ${cycleMs} ms`,
    sender === '' ? null : `from ${sender}`,
  ].filter((fact) => fact !== null)
  return (
    <details>
      <summary>
        <span className="mono">{idText(message)}</span> <strong>{name}</strong>{' '}
        <span className="quiet">
          {signals.length} {signals.length === 1 ? 'signal' : 'signals'} · {facts.join(' · ')}
        </span>
      </summary>
      {comment ? <p className="catalog-comment">{comment}</p> : null}
      <div className="catalog-signals">
        <table>
          <thead>
            <tr>
              <th>Signal</th>
              <th>Bits</th>
              <th>Conversion</th>
              <th>Range</th>
              <th>Unit</th>
            </tr>
          </thead>
          <tbody>
            {signals.map((signal) => (
              <tr key={signal.name}>
                <td>
                  {signal.name}
                  {signal.multiplexer ? <span className="chip">chooses</span> : null}
                  {signal.multiplexed ? (
                    <span className="chip">
                      {signal.multiplexed.by} ={' '}
                      {signal.multiplexed.ranges.map(([a, b]) => (a === b ? a : `${a}–${b}`)).join(', ')}
                    </span>
                  ) : null}
                  {signal.comment ? <p className="quiet">{signal.comment}</p> : null}
                  {signal.names.length > 0 ? (
                    <p className="quiet">{signal.names.map((named) => `${named.value} = ${named.name}`).join(', ')}</p>
                  ) : null}
                </td>
                <td className="mono">
                  {signal.startBit}|{signal.bitCount}@{signal.byteOrder === 'little' ? 1 : 0}
                  {signal.float ? ' float' : signal.signed ? ' signed' : ''}
                </td>
                <td className="mono">
                  × {signal.factor}
                  {signal.offset === 0 ? '' : ` ${signal.offset < 0 ? '−' : '+'} ${Math.abs(signal.offset)}`}
                </td>
                <td className="mono">
                  {signal.minimum === null || signal.maximum === null ? '' : `${signal.minimum} … ${signal.maximum}`}
                </td>
                <td>{signal.unit}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
