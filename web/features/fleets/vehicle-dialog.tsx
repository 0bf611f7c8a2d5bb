import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { createVehicle, updateVehicle } from '#contract/fleets.ts'
import type { Fleet, Vehicle } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { useFleets } from '#web/features/groups/vehicle-picker.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface VehicleDialogProps {
  /** Where the vehicle is, or is to be. */
  fleet: Pick<Fleet, 'id' | 'name'>
  /** Absent: a new one. */
  vehicle?: Vehicle
  onClose: () => void
}

/** Names a vehicle, new or known, and puts it into a fleet. */
export function VehicleDialog({ fleet, vehicle, onClose }: VehicleDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const fleets = useFleets()
  const [name, setName] = useState(vehicle?.name ?? '')
  const [displayName, setDisplayName] = useState(
    vehicle === undefined || vehicle.displayName === vehicle.name ? '' : vehicle.displayName,
  )
  const [fleetId, setFleetId] = useState(fleet.id)
  const [isTouched, setTouched] = useState(false)
  const isEmpty = name.trim() === ''
  const saving = useMutation({
    mutationFn: () => {
      const names = { name: name.trim(), displayName: displayName.trim() }
      return vehicle === undefined
        ? call(createVehicle, { params: { id: fleetId }, body: names })
        : call(updateVehicle, { params: { id: vehicle.id }, body: { ...names, fleetId } })
    },
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['fleets'] }),
        client.invalidateQueries({ queryKey: ['fleetVehicles'] }),
        client.invalidateQueries({ queryKey: ['vehicle', vehicle?.id] }),
      ])
      onClose()
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) saving.mutate()
  }
  return (
    <Dialog
      title={vehicle === undefined ? `Add a vehicle to ${fleet.name}` : `Change ${vehicle.displayName || vehicle.name}`}
      onClose={onClose}
      foot={
        <FormFoot form={formId} onCancel={onClose} disabled={isEmpty || saving.isPending}>
          {vehicle === undefined ? 'Add vehicle' : 'Save'}
        </FormFoot>
      }
    >
      <form id={formId} onSubmit={submit}>
        {saving.error ? <ErrorCard title="An error occured" error={asApiError(saving.error)} /> : null}
        <TextField
          label="Name"
          value={name}
          maxLength={64}
          error={isTouched && isEmpty ? 'Required field' : null}
          onChange={(event) => {
            setTouched(true)
            setName(event.target.value)
          }}
        />
        <TextField
          label="Display name (optional)"
          placeholder={name || 'the name'}
          value={displayName}
          maxLength={128}
          onChange={(event) => setDisplayName(event.target.value)}
        />
        {vehicle === undefined ? null : (
          <label className="field">
            <span className="field-label">Fleet</span>
            <select className="input" value={fleetId} onChange={(event) => setFleetId(Number(event.target.value))}>
              {(fleets.data ?? [fleet]).map(({ id, name: title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
            <span className="quiet">
              {fleetId === fleet.id
                ? 'Recordings stay with the vehicle.'
                : 'Its recordings move along, and are decoded with the catalogs of the new fleet.'}
            </span>
          </label>
        )}
      </form>
    </Dialog>
  )
}
