import type { AnalysisStatus } from '#contract/analysis-environments.ts'
import { useAnalysisStatus } from '#web/features/analysis-status/use-analysis-status.ts'
import { sizeWords, spanWords } from './limit-words.ts'

/** What a run may do, and what it finds there. */
export function Sandbox() {
  const { data } = useAnalysisStatus()
  const usual = data?.environments.find((environment) => environment.usual && environment.state === 'ready')
  return (
    <section aria-labelledby="how-box">
      <h2 id="how-box">In the box</h2>
      <div className="how-pair">
        <article className="panel how-card">
          <h3>Each run is alone</h3>
          <ul className="how-list">
            <li>It reads its recordings, their signals, its configuration and the result of the run before. Nothing else.</li>
            <li>There is no network, no other user&apos;s data and no password of the server in it.</li>
            <li>It writes to its output folder. The box is thrown away afterwards.</li>
            <li>
              What ran is written down: hashes of the script, the configuration, the recordings and the environment, so that a
              result can be repeated.
            </li>
          </ul>
        </article>
        <article className="panel how-card">
          <h3>What a run may use here</h3>
          {data ? <Limits {...data.limits} /> : null}
          <p>A run that goes beyond one of them is ended, and its result says which.</p>
        </article>
      </div>
      <p className="how-words">
        {usual ? (
          <>
            Python {usual.python} with {usual.packages.length} packages:{' '}
            <span className="mono">{usual.packages.map(({ name }) => name).join(', ')}</span>.
          </>
        ) : (
          'Python with numpy, pandas, scipy, matplotlib, pyarrow, asammdf, python-can, cantools and what they need.'
        )}
      </p>
    </section>
  )
}

/** As this server is set. */
function Limits({ seconds, memory, processors, output }: AnalysisStatus['limits']) {
  return (
    <dl className="how-limits">
      <Limit value={spanWords(seconds)} name="of time" />
      <Limit value={sizeWords(memory)} name="of memory" />
      <Limit value={String(processors)} name={processors === 1 ? 'processor' : 'processors'} />
      <Limit value={sizeWords(output)} name="of result files" />
    </dl>
  )
}

function Limit({ value, name }: { value: string; name: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
