import { sql } from 'kysely'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Answer } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { findRecycled } from './bin.ts'
import { purgeDateOf, purgeFile } from './purge.ts'
import { recycleFile } from './recycle.ts'
import { restoreFile } from './restore.ts'

type Ours = 'recycleFileVersion' | 'listRecycled' | 'restoreFileVersion' | 'purgeFileVersion'

export function recyclingHandlers(platform: Platform): HandlersOf<Ours> {
  const { database, now } = platform
  return {
    async recycleFileVersion({ caller, params }) {
      if (!(await recycleFile(database, caller, params.id, now()))) throw notFound()
      return undefined
    },

    async listRecycled({ caller, query }) {
      const purgeDate = (recycled: Date): Date => purgeDateOf(platform, recycled)
      const { total, rows } = await findRecycled(database, caller.organizationId, query, purgeDate)
      return new Answer(rows, { total, max: query.max, offset: query.offset })
    },

    async restoreFileVersion({ caller, params }) {
      const restored = await restoreFile(database, caller.organizationId, params.id)
      if (restored.kind === 'absent') throw notFound()
      if (restored.kind === 'came-again') throw new Problem('file-came-again', { upload: restored.uploadId })
      return { uploadId: restored.uploadId }
    },

    async purgeFileVersion({ caller, params }) {
      const ours = sql<boolean>`organization_id = ${caller.organizationId}`
      if (!(await purgeFile(platform, params.id, ours))) throw notFound()
      return undefined
    },
  }
}
