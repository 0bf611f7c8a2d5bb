import { useQuery } from '@tanstack/react-query'
import { asApiError, knownError } from '#web/api/errors.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { operationsOf } from './operations.ts'
import './interface.css'

/** The HTTP interface, one line per operation, from the server's own description. */
export function InterfacePage() {
  const { data, error, refetch } = useQuery({ queryKey: ['openapi'], queryFn: readDescription, staleTime: Infinity })
  return (
    <>
      <PageHeader
        title="Interface description"
        actions={
          <a className="button" href="/openapi.json" download="openapi.json">
            OpenAPI document
          </a>
        }
      />
      {error ? <ErrorCard error={asApiError(error)} retry={() => void refetch()} /> : null}
      {data ? (
        <ul className="panel operations">
          {data.map(({ method, path, summary }) => (
            <li key={`${method} ${path}`}>
              <span className="mono operation-method">{method}</span>
              <span className="mono operation-path">{path}</span>
              <span className="operation-summary">{summary}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

async function readDescription() {
  const response = await fetch('/openapi.json')
  const operations = response.ok ? operationsOf(await response.json()) : null
  if (operations === null) throw knownError('unexpected-fields')
  return operations
}
