import type { QueryOf } from '#contract/operation.ts'
import type { listCollections } from '#contract/archive.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { invalidField } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { Selection } from './facets.ts'
import { collectionsOf, extensionsOf } from './facets.ts'
import { lastSearch, meantSearch, rememberSearch } from './follow-up.ts'
import { searchUploads } from './search.ts'

type Ours = 'dataspyStatus' | 'searchArchive' | 'listCollections' | 'listExtensions'

export function archiveHandlers({ database }: Platform): HandlersOf<Ours> {
  return {
    async searchArchive({ caller, body }) {
      const search = meantSearch(body, await lastSearch(database, caller.sessionId))
      if (search.startDate != null && search.endDate != null && Date.parse(search.endDate) < Date.parse(search.startDate)) {
        throw invalidField('endDate', 'The end must not be before the start')
      }
      if (body.remember !== false) await rememberSearch(database, caller.sessionId, search)
      const { rows, total, uploads } = await searchUploads(database, caller.organizationId, search)
      return new Answer(rows, { total, max: search.max, offset: search.offset, uploads })
    },

    async listCollections({ caller, query }) {
      return await collectionsOf(database, selectionOf(caller, query))
    },

    async listExtensions({ caller, query }) {
      return await extensionsOf(database, selectionOf(caller, query))
    },

    async dataspyStatus() {
      return { enabled: true, url: '/dataspy/' }
    },
  }
}

function selectionOf({ organizationId }: UserCaller, { f, v, q }: QueryOf<typeof listCollections>): Selection {
  return { organizationId, fleets: f, vehicles: v, typed: q ?? '' }
}
