import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { listDevices } from '#contract/devices.ts'
import { listFleets } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import type { Target } from './plan.ts'
import { rememberedTarget, rememberTarget } from './remembered-target.ts'

interface TargetGroup {
  title: string
  targets: ReadonlyArray<{ key: string; target: Target }>
}

export interface Targets {
  groups: readonly TargetGroup[]
  /** What stands in place of a choice: loading, an error, none. */
  note: string | null
  remembered: string
  remember: (key: string) => void
  find: (key: string) => Target | undefined
}

export function useTargets(): Targets {
  const fleets = useQuery({ queryKey: ['fleets'], queryFn: ({ signal }) => call(listFleets, { signal }), staleTime: 60_000 })
  const devices = useQuery({ queryKey: ['devices'], queryFn: ({ signal }) => call(listDevices, { signal }), staleTime: 60_000 })
  const groups: TargetGroup[] = [
    ...(fleets.data ?? []).map((fleet) => ({
      title: fleet.name,
      targets: fleet.vehicles.map(({ id, name, displayName }) => ({
        key: `vehicle ${id}`,
        target: { kind: 'vehicle' as const, id, name: displayName || name },
      })),
    })),
    {
      title: 'Loggers',
      targets: (devices.data ?? []).map(({ id, type, serial, vehicle }) => ({
        key: `device ${id}`,
        target: { kind: 'device' as const, id, name: `${type} ${serial}${vehicle ? ` (${vehicle.displayName})` : ''}` },
      })),
    },
  ].filter(({ targets }) => targets.length > 0)
  const pending = fleets.isPending || devices.isPending
  const failed = fleets.error !== null && devices.error !== null
  return {
    groups,
    note: pending
      ? 'Loading…'
      : failed
        ? 'The vehicles could not be loaded; close and open this again'
        : groups.length === 0
          ? 'There are no vehicles yet; an administrator can add one'
          : null,
    remembered: rememberedTarget(),
    remember: rememberTarget,
    find: (key) => groups.flatMap(({ targets }) => targets).find((known) => known.key === key)?.target,
  }
}

export function TargetField({ targets, value, onChange }: { targets: Targets; value: string; onChange: (key: string) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Vehicle or logger
      </label>
      <select
        id={id}
        className="input"
        required
        value={targets.find(value) ? value : ''}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" disabled>
          {targets.note ?? 'Choose'}
        </option>
        {targets.groups.map(({ title, targets: members }) => (
          <optgroup key={title} label={title}>
            {members.map(({ key, target }) => (
              <option key={key} value={key}>
                {target.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}
