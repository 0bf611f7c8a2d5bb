import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { Assigned } from './assignments.ts'
import { assignmentsOf, deleteAssignment, insertAssignment } from './assignments.ts'
import { decodeWithin, whileCatalogsStay } from './decode-again.ts'

export function assignmentHandlers({ database }: Platform): HandlersOf<'assignCatalog' | 'unassignCatalog'> {
  return {
    async assignCatalog({ caller, params, body }) {
      const { organizationId } = caller
      if (body.fleetId != null && body.vehicleId != null) throw invalidField('vehicleId', 'Name a fleet or a vehicle, not both')
      if (body.from != null && body.to != null && Date.parse(body.to) <= Date.parse(body.from))
        throw invalidField('to', 'The end must be after the start')
      return await database.transaction().execute(async (transaction) => {
        await whileCatalogsStay(transaction, organizationId, 'changes-catalogs')
        const assigned = await insertAssignment(transaction, organizationId, params.id, body)
        if (assigned.kind !== 'assigned') throw refusal(assigned.kind)
        const added = (await assignmentsOf(transaction, [params.id])).find(({ assignment }) => assignment.id === assigned.id)
        if (added === undefined) throw notFound()
        await decodeWithin(transaction, [added.reach])
        return added.assignment
      })
    },

    async unassignCatalog({ caller, params }) {
      return await database.transaction().execute(async (transaction) => {
        await whileCatalogsStay(transaction, caller.organizationId, 'changes-catalogs')
        const all = await assignmentsOf(transaction, [params.id])
        if (!(await deleteAssignment(transaction, caller.organizationId, params))) throw notFound()
        const reaches = all.flatMap(({ assignment, reach }) => (assignment.id === params.assignmentId ? [reach] : []))
        await decodeWithin(transaction, reaches)
        return undefined
      })
    },
  }
}

function refusal(kind: Exclude<Assigned['kind'], 'assigned'>): Problem {
  switch (kind) {
    case 'no-catalog':
      return notFound()
    case 'no-fleet':
      return invalidField('fleetId', 'There is no such fleet')
    case 'no-vehicle':
      return invalidField('vehicleId', 'There is no such vehicle')
    case 'no-version':
      return invalidField('versionNumber', 'The catalog has no such version')
    case 'twice':
      return new Problem('catalog-assigned-twice')
  }
}
