import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import type { FoundNotes } from './store.ts'
import { changeNotes, findNotes } from './store.ts'

export function noteHandlers({ database }: Platform): HandlersOf<'getNotes' | 'putNotes'> {
  const find = async ({ organizationId }: UserCaller, uploadId: number): Promise<FoundNotes> => {
    const found = await findNotes(database, organizationId, uploadId)
    if (found === undefined) throw notFound()
    return found
  }
  return {
    async getNotes({ caller, query }) {
      const found = await find(caller, query.id)
      return { notes: found.notes, mayEdit: mayEdit(caller, found) }
    },

    async putNotes({ caller, query, body }) {
      if (!mayEdit(caller, await find(caller, query.id))) throw new Problem('forbidden')
      const notes = withoutControls(body.notes)
      if (!(await changeNotes(database, caller.organizationId, query.id, notes))) throw notFound()
      return { notes, mayEdit: true }
    },
  }
}

function mayEdit({ administrator, userId }: UserCaller, notes: FoundNotes): boolean {
  return administrator || notes.userId === userId
}

/** Notes keep their lines and tabs, and lose other control characters, as those do that come with an upload. */
function withoutControls(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are what this removes
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .trim()
  )
}
