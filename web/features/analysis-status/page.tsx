import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteAnalysisEnvironment } from '#contract/analysis-environments.ts'
import type { AnalysisEnvironment, AnalysisStatus } from '#contract/analysis-environments.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { counted } from '#web/format/counts.ts'
import { PageHeader } from '#web/layout/page-header.tsx'
import { pagePath } from '#web/router/address.ts'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Tag } from '#web/ui/tag.tsx'
import type { Tone } from '#web/ui/tag.tsx'
import { showToast } from '#web/ui/toast.ts'
import './analysis-status.css'
import { EnvironmentDialog } from './environment-dialog.tsx'
import { useAnalysisStatus } from './use-analysis-status.ts'

/** Where people's scripts run, whether that held its own test, and the Python that they get. */
export function AnalysisStatusPage() {
  const { data, error, refetch } = useAnalysisStatus()
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Analyses"
        crumbs={[{ title: 'Server', path: pagePath('server', {}) }]}
        actions={
          <button type="button" className="button" onClick={() => setAdding(true)}>
            Add environment
          </button>
        }
        help={{
          text: "People's scripts run in a sandbox: no network, no other user's data, limits on processors, memory, processes, disk and time. At its start the server tries to break out of it; where that succeeds, or a limit does not hold, analyses are off. An environment is the Python with its packages that scripts get.",
        }}
      />
      {error && data === undefined ? (
        <ErrorCard title="An error occured" error={asApiError(error)} retry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="quiet">Loading...</p>
      ) : (
        <div className="analysis-cards">
          <SandboxCard status={data} />
          {data.environments.map((environment) => (
            <EnvironmentCard key={environment.name} environment={environment} />
          ))}
        </div>
      )}
      {adding ? <EnvironmentDialog onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function SandboxCard({ status }: { status: AnalysisStatus }) {
  const { enabled, reason, sandbox, probes, waiting, running } = status
  const held = probes.filter((probe) => probe.held).length
  return (
    <section className="panel analysis-card" aria-label="Sandbox">
      <h2>
        Sandbox <Tag tone={enabled ? 'ok' : 'bad'}>{enabled ? 'Runs are done' : 'Runs wait'}</Tag>
      </h2>
      {reason === null ? null : <p>{reason}</p>}
      <p className="quiet">
        {sandbox === null ? 'No sandbox' : `By ${sandbox}`} · {counted(running, 'run')} at work, {waiting} waiting
      </p>
      <Probes probes={probes.filter(({ held }) => !held)} />
      {held === 0 ? null : (
        <details>
          <summary>{counted(held, 'way')} out and over the limits tried, and held</summary>
          <Probes probes={probes.filter((probe) => probe.held)} />
        </details>
      )}
    </section>
  )
}

function Probes({ probes }: { probes: AnalysisStatus['probes'] }) {
  if (probes.length === 0) return null
  return (
    <table className="analysis-probes">
      <tbody>
        {probes.map(({ name, held, found }) => (
          <tr key={name}>
            <td>
              <Tag tone={held ? 'ok' : 'bad'}>{held ? 'held' : 'broken'}</Tag>
            </td>
            <td>{name}</td>
            <td className="quiet">{found}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const tones: Readonly<Record<AnalysisEnvironment['state'], Tone>> = {
  waiting: 'warn',
  building: 'prime',
  ready: 'ok',
  failed: 'bad',
}

function EnvironmentCard({ environment }: { environment: AnalysisEnvironment }) {
  const queries = useQueryClient()
  const { name, usual, state, progress, step, problem, hash, python, packages, size } = environment
  const remove = useMutation({
    mutationFn: () => call(deleteAnalysisEnvironment, { params: { name } }),
    onError: (raised) => showToast(asApiError(raised).message, 'error', 4000),
    onSettled: () => queries.invalidateQueries({ queryKey: ['analysisStatus'] }),
  })
  const facts = [
    python === null ? null : `Python ${python}`,
    packages.length === 0 ? null : counted(packages.length, 'package'),
    size === null ? null : formatBytes(size),
    hash === null ? null : hash.slice(0, 12),
  ].filter((fact) => fact !== null)
  return (
    <section className="panel analysis-card" aria-label={`Environment ${name}`}>
      <h2>
        {name} <Tag tone={tones[state]}>{state}</Tag>
        {usual ? <span className="quiet">the usual one</span> : null}
      </h2>
      {problem === null ? null : <p>{problem}</p>}
      {state === 'building' ? (
        <>
          <p className="quiet">{step}</p>
          <progress max={100} value={progress ?? undefined} aria-label={`Building ${name}`} />
        </>
      ) : null}
      {facts.length === 0 ? null : <p className="quiet">{facts.join(' · ')}</p>}
      {packages.length === 0 ? null : (
        <details>
          <summary>Packages</summary>
          <table className="analysis-packages">
            <tbody>
              {packages.map((one) => (
                <tr key={one.name}>
                  <td>{one.name}</td>
                  <td className="mono">{one.version}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {usual ? null : (
        <div className="analysis-card-feet">
          <button
            type="button"
            className="button quiet danger"
            disabled={remove.isPending}
            onClick={() => {
              if (window.confirm(`Delete the environment ${name}?`)) remove.mutate()
            }}
          >
            Delete
          </button>
        </div>
      )}
    </section>
  )
}
