import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listFleets } from '#contract/fleets.ts'
import type { Fleet } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { TagPicker } from './tag-picker.tsx'
import type { Choice } from './tag-picker.tsx'

export const useFleets = () =>
  useQuery({ queryKey: ['fleets'], queryFn: ({ signal }) => call(listFleets, { signal }), staleTime: 60_000 })

export const vehicleName = ({ name, displayName }: { name: string; displayName: string }) => displayName || name

/** Fleets, each with its vehicles under it. A fleet stays when one of its vehicles has what was typed. */
export function choicesOf(fleets: readonly Fleet[], typed: string): Choice[] {
  const wanted = typed.trim().toLowerCase()
  const has = (text: string) => text.toLowerCase().includes(wanted)
  return fleets.flatMap((fleet) => {
    const whole = has(fleet.name)
    const vehicles = fleet.vehicles.filter(
      (vehicle) => !vehicle.deleteFlag && (whole || has(vehicle.name) || has(vehicle.displayName)),
    )
    if (!whole && vehicles.length === 0) return []
    return [
      {
        key: `f${fleet.id}`,
        label: fleet.name,
        note: `${fleet.vehicles.length} ${fleet.vehicles.length === 1 ? 'vehicle' : 'vehicles'}`,
      },
      ...vehicles.map((vehicle): Choice => ({ key: `v${vehicle.id}`, label: vehicleName(vehicle), depth: 1 })),
    ]
  })
}

interface VehiclePickerProps {
  fleets: readonly number[]
  vehicles: readonly number[]
  onChange: (chosen: { fleets: number[]; vehicles: number[] }) => void
}

export function VehiclePicker({ fleets, vehicles, onChange }: VehiclePickerProps) {
  const [typed, setTyped] = useState('')
  const { data, error } = useFleets()
  const choices = useMemo(() => choicesOf(data ?? [], typed), [data, typed])
  const all = useMemo(() => choicesOf(data ?? [], ''), [data])
  const keys = [...fleets.map((id) => `f${id}`), ...vehicles.map((id) => `v${id}`)]
  const chosen = keys.map(
    (key): Choice =>
      all.find((choice) => choice.key === key) ?? { key, label: `${key.startsWith('f') ? 'Fleet' : 'Vehicle'} ${key.slice(1)}` },
  )

  function toggle({ key }: Choice) {
    const id = Number(key.slice(1))
    const flip = (ids: readonly number[]) => (ids.includes(id) ? ids.filter((known) => known !== id) : [...ids, id])
    onChange(
      key.startsWith('f') ? { fleets: flip(fleets), vehicles: [...vehicles] } : { fleets: [...fleets], vehicles: flip(vehicles) },
    )
  }

  return (
    <TagPicker
      label="Vehicles and fleets"
      placeholder="all"
      {...{ chosen, choices, typed }}
      onToggle={toggle}
      onClear={() => onChange({ fleets: [], vehicles: [] })}
      onTyped={setTyped}
      onOpen={() => undefined}
      instead={
        error
          ? 'The fleets could not be loaded.'
          : data === undefined
            ? 'Loading fleets...'
            : data.length === 0
              ? 'There are no fleets available.'
              : choices.length === 0
                ? 'No fleet or vehicle has this name.'
                : null
      }
    />
  )
}
