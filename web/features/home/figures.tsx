import type { Device } from '#contract/devices.ts'
import type { Fleet } from '#contract/fleets.ts'
import { useNow } from '#web/ui/use-now.ts'
import { loggerState } from './logger-state.ts'

/** What an administrator wants to know first: who is silent, full or behind. */
export function Figures({ fleets, loggers }: { fleets: readonly Fleet[]; loggers: ReadonlyMap<number, Device> }) {
  const vehicles = fleets.flatMap((fleet) => fleet.vehicles)
  const now = useNow()
  const words = vehicles.map(({ id }) => loggerState(loggers.get(id), now).word)
  const count = (word: string) => words.filter((other) => other === word).length
  const waiting = vehicles.reduce((sum, { id }) => sum + (loggers.get(id)?.state?.pendingUploads ?? 0), 0)
  const silent = count('silent')
  const full = count('nearly full')
  return (
    <dl className="panel figures">
      <div className="figure">
        <dt>Loggers active</dt>
        <dd>
          {count('active') + full} of {vehicles.length}
        </dd>
      </div>
      <div className="figure">
        <dt>Silent</dt>
        <dd className={silent > 0 ? 'warn' : undefined}>{silent}</dd>
      </div>
      <div className="figure">
        <dt>Nearly full</dt>
        <dd className={full > 0 ? 'bad' : undefined}>{full}</dd>
      </div>
      <div className="figure">
        <dt>Uploads waiting on loggers</dt>
        <dd>{waiting}</dd>
      </div>
    </dl>
  )
}
