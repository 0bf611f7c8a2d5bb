import type { HandlersOf } from '#server/http/handlers.ts'
import type { Platform } from '#server/platform.ts'
import { listOrganizations } from './store.ts'

export function organizationHandlers({ database }: Platform): HandlersOf<'listOrganizations'> {
  return {
    async listOrganizations({ caller }) {
      return await listOrganizations(database, caller.operator ? 'all' : caller.organizationId)
    },
  }
}
