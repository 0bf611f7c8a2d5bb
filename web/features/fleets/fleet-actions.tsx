import { useState } from 'react'
import { updateFleet } from '#contract/fleets.ts'
import type { Fleet } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { useDeleting } from './deleting.ts'
import { NameDialog } from './name-dialog.tsx'

interface FleetActionsProps {
  fleet: Pick<Fleet, 'id' | 'name' | 'vehicles'>
  administrator: boolean
  /** When it is gone. */
  onDeleted?: () => void
}

/** What administrators do with a fleet. */
export function FleetActions({ fleet, administrator, onDeleted }: FleetActionsProps) {
  const [isRenaming, setRenaming] = useState(false)
  const remove = useDeleting('fleet', onDeleted)
  const refusal = administrator ? undefined : 'Only administrators change fleets'
  const isFull = fleet.vehicles.length > 0
  return (
    <>
      <Menu
        align="end"
        trigger={{ className: 'button quiet icon', 'aria-label': `Actions of ${fleet.name}`, children: <Icon name="more" /> }}
      >
        <MenuButton aria-disabled={!administrator} title={refusal} onClick={() => administrator && setRenaming(true)}>
          Rename
        </MenuButton>
        <MenuButton
          aria-disabled={!administrator || isFull}
          title={refusal ?? (isFull ? 'Move or delete its vehicles first' : undefined)}
          onClick={() => administrator && !isFull && remove(fleet)}
        >
          Delete
        </MenuButton>
      </Menu>
      {isRenaming ? (
        <NameDialog
          title={`Rename ${fleet.name}`}
          action="Rename"
          name={fleet.name}
          save={(name) => call(updateFleet, { params: { id: fleet.id }, body: { name } })}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </>
  )
}
