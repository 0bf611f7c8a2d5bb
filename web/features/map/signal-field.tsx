import { useId } from 'react'
import type { SignalGroupRows } from '#web/viewer/tree/tree-rows.ts'

interface SignalFieldProps {
  groups: readonly SignalGroupRows[]
  value: string | null
  isLoading: boolean
  onChange: (key: string | null) => void
}

/** The signal that colours the route: those with numbers, by their messages. */
export function SignalField({ groups, value, isLoading, onChange }: SignalFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Colour by signal
      </label>
      <select
        id={id}
        className="input"
        value={value ?? ''}
        disabled={isLoading}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      >
        <option value="">{isLoading ? 'Loading…' : 'None'}</option>
        {groups.map((group) => (
          <optgroup key={group.key} label={[group.bus, group.title].filter((part) => part !== '').join(' · ')}>
            {group.signals
              .filter(({ signal }) => signal.kind === 'number')
              .map(({ key, signal }) => (
                <option key={key} value={key}>
                  {signal.name}
                  {signal.unit === '' ? '' : ` (${signal.unit})`}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
