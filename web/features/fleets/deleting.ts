import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteFleet, deleteVehicle } from '#contract/fleets.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import { showToast } from '#web/ui/toast.ts'

interface Named {
  readonly id: number
  readonly name: string
}

/** Deletes a fleet or hides a vehicle, after asking; `onDone` when it is gone. */
export function useDeleting(kind: 'fleet' | 'vehicle', onDone?: () => void) {
  const client = useQueryClient()
  const deleting = useMutation({
    mutationFn: ({ id }: Named) => call(kind === 'fleet' ? deleteFleet : deleteVehicle, { params: { id } }),
    onSuccess: async (_answer, { name }) => {
      onDone?.()
      showToast(`${name} is deleted`, 'success', 2500)
      await client.invalidateQueries({ queryKey: ['fleets'] })
      await client.invalidateQueries({ queryKey: ['fleetVehicles'] })
    },
    onError: (error) => showToast(asApiError(error).message, 'error', 4000),
  })
  const question = (name: string) =>
    kind === 'fleet'
      ? `Delete the fleet ${name}? Only a fleet without vehicles can be deleted.`
      : `Delete the vehicle ${name}? Its logger is taken out of it; its recordings stay in the archive.`
  return (named: Named) => {
    if (window.confirm(question(named.name))) deleting.mutate(named)
  }
}
