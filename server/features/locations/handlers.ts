import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { invalidField } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { findLatest } from './latest.ts'
import { findLocations } from './store.ts'

export function locationHandlers({ database }: Platform): HandlersOf<'searchLocations' | 'latestLocations'> {
  return {
    async searchLocations({ caller, body }) {
      const { startDate, endDate, offset, max } = body
      if (startDate != null && endDate != null && Date.parse(endDate) < Date.parse(startDate))
        throw invalidField('endDate', 'The end must not be before the start')
      const { total, data } = await findLocations(database, caller.organizationId, body)
      return new Answer({ data }, { total, max, offset: body.spread ? 0 : offset })
    },

    async latestLocations({ caller, query: { fleetId, vehicleId } }) {
      return { data: await findLatest(database, caller.organizationId, { fleetId, vehicleId }) }
    },
  }
}
