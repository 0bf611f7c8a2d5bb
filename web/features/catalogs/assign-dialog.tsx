import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { assignCatalog } from '#contract/catalogs.ts'
import type { CatalogDetail } from '#contract/catalogs.ts'
import { listFleets } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { dayBeginning } from '#web/format/day.ts'
import { useZone } from '#web/format/use-zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { FormFoot } from '#web/ui/form-foot.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface Given {
  catalog: CatalogDetail
  onClose: () => void
}

/** Where a catalog shall hold: which vehicles, which bus, when, which version. */
export function AssignDialog({ catalog, onClose }: Given) {
  const formId = useId()
  const zone = useZone()
  const client = useQueryClient()
  const fleets = useQuery({ queryKey: ['fleets'], queryFn: () => call(listFleets) })
  const [place, setPlace] = useState('organization')
  const [channel, setChannel] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [version, setVersion] = useState('')
  const bus = channel.trim() === '' ? null : Number(channel)
  const busProblem =
    bus === null || (Number.isInteger(bus) && bus >= 0 && bus <= 65_535) ? null : 'A whole number from 0 to 65535'
  const dateProblem = from !== '' && to !== '' && to <= from ? 'The end must be after the start' : null
  const saving = useMutation({
    mutationFn: () => {
      const [kind, id] = place.split(' ')
      return call(assignCatalog, {
        params: { id: catalog.id },
        body: {
          fleetId: kind === 'fleet' ? Number(id) : null,
          vehicleId: kind === 'vehicle' ? Number(id) : null,
          channel: bus,
          from: from === '' ? null : dayBeginning(from, zone),
          to: to === '' ? null : dayBeginning(to, zone),
          versionNumber: version === '' ? null : Number(version),
        },
      })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['catalogs'] })
      onClose()
    },
  })
  const problem = busProblem ?? dateProblem

  function submit(event: FormEvent) {
    event.preventDefault()
    if (problem === null) saving.mutate()
  }

  return (
    <Dialog
      title={`Assign ${catalog.name}`}
      onClose={onClose}
      foot={
        <FormFoot form={formId} onCancel={onClose} disabled={problem !== null || saving.isPending} reason={problem ?? undefined}>
          Assign
        </FormFoot>
      }
    >
      <form id={formId} className="catalog-form" onSubmit={submit}>
        {saving.error ? <ErrorCard title="The catalog was not assigned" error={asApiError(saving.error)} /> : null}
        <label className="field">
          <span className="field-label">Vehicles</span>
          <select className="input" value={place} onChange={(event) => setPlace(event.target.value)}>
            <option value="organization">Every vehicle of the organization</option>
            {fleets.data?.map((fleet) => (
              <optgroup key={fleet.id} label={fleet.name}>
                <option value={`fleet ${fleet.id}`}>The whole fleet {fleet.name}</option>
                {fleet.vehicles.map((vehicle) => (
                  <option key={vehicle.id} value={`vehicle ${vehicle.id}`}>
                    {vehicle.displayName || vehicle.name}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <div className="catalog-pair">
          <TextField
            label="Bus number"
            inputMode="numeric"
            placeholder="every bus"
            value={channel}
            error={busProblem}
            onChange={(event) => setChannel(event.target.value)}
          />
          <label className="field">
            <span className="field-label">Version</span>
            <select className="input" value={version} onChange={(event) => setVersion(event.target.value)}>
              <option value="">always the newest</option>
              {catalog.versions.map(({ number, fileName }) => (
                <option key={number} value={number}>
                  {number} · {fileName}
                </option>
              ))}
            </select>
          </label>
        </div>
        <div className="catalog-pair">
          <TextField
            label="Recorded from (optional)"
            type="date"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            label="Recorded before (optional)"
            type="date"
            value={to}
            error={dateProblem}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <p className="quiet">
          Days begin at midnight in your time zone ({zone}). Recordings that this concerns are decoded again.
        </p>
      </form>
    </Dialog>
  )
}
