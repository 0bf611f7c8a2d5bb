import { useState } from 'react'
import type { Fleet, Vehicle } from '#contract/fleets.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { useDeleting } from './deleting.ts'
import { VehicleDialog } from './vehicle-dialog.tsx'

interface VehicleActionsProps {
  vehicle: Vehicle
  fleet: Pick<Fleet, 'id' | 'name'>
  administrator: boolean
  onDeleted?: () => void
}

/** What administrators do with a vehicle. */
export function VehicleActions({ vehicle, fleet, administrator, onDeleted }: VehicleActionsProps) {
  const [isChanging, setChanging] = useState(false)
  const remove = useDeleting('vehicle', onDeleted)
  const name = vehicle.displayName || vehicle.name
  const refusal = administrator ? undefined : 'Only administrators change vehicles'
  return (
    <>
      <Menu
        align="end"
        trigger={{ className: 'button quiet icon', 'aria-label': `Actions of ${name}`, children: <Icon name="more" /> }}
      >
        <MenuButton aria-disabled={!administrator} title={refusal} onClick={() => administrator && setChanging(true)}>
          Rename or move
        </MenuButton>
        <MenuButton
          aria-disabled={!administrator}
          title={refusal}
          onClick={() => administrator && remove({ id: vehicle.id, name })}
        >
          Delete
        </MenuButton>
      </Menu>
      {isChanging ? <VehicleDialog fleet={fleet} vehicle={vehicle} onClose={() => setChanging(false)} /> : null}
    </>
  )
}
