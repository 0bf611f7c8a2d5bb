import type { Analyzer } from '#contract/analyzers.ts'
import { useSwitching } from './use-analyzer-acts.ts'

/** The check mark of an ingress analyzer: while it is set, every new upload that matches is analysed. */
export function ActiveSwitch({ analyzer, tabIndex }: { analyzer: Analyzer; tabIndex: 0 | -1 }) {
  const { mutate, isPending, variables } = useSwitching()
  const { id, name, active, may_switch, reason } = analyzer
  const isOn = isPending ? variables.active : active
  return (
    <label className="analyzer-active" title={may_switch ? undefined : (reason ?? undefined)}>
      <input
        type="checkbox"
        tabIndex={tabIndex}
        aria-label={`${name} is active`}
        checked={isOn}
        disabled={!may_switch || isPending}
        onChange={() => mutate({ id, active: !active })}
      />
      <span className="quiet">{isOn ? 'active' : 'off'}</span>
    </label>
  )
}
