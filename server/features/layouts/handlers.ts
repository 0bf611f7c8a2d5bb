import type { ViewLayout } from '#contract/layouts.ts'
import { mostLayouts } from '#contract/layouts.ts'
import { unlessNameTaken } from '#server/features/fleets/names.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem, invalidField, notFound } from '#server/http/problem.ts'
import type { Platform } from '#server/platform.ts'
import { changeLayout, deleteLayout, findLayout, insertLayout, listLayouts } from './store.ts'

type Ours = 'listViewLayouts' | 'createViewLayout' | 'updateViewLayout' | 'deleteViewLayout'

export function layoutHandlers({ database, now }: Platform): HandlersOf<Ours> {
  const find = async (caller: UserCaller, id: number): Promise<ViewLayout> => {
    const layout = await findLayout(database, caller, id)
    if (layout === undefined) throw notFound()
    return layout
  }
  /** One that may be changed; those of others are seen, but only administrators change them. */
  const own = async (caller: UserCaller, id: number): Promise<void> => {
    const { mayEdit } = await find(caller, id)
    if (!mayEdit) throw new Problem('forbidden')
  }
  return {
    async listViewLayouts({ caller }) {
      return await listLayouts(database, caller)
    },

    async createViewLayout({ caller, body }) {
      const insert = () => insertLayout(database, { userId: caller.userId, ...body }, mostLayouts)
      const id = await unlessNameTaken(body.name, insert)
      if (id === undefined) throw invalidField('name', `There are ${mostLayouts} layouts already; delete one`)
      return await find(caller, id)
    },

    async updateViewLayout({ caller, params, body }) {
      await own(caller, params.id)
      await unlessNameTaken(body.name ?? '', () => changeLayout(database, params.id, body, now()))
      return await find(caller, params.id)
    },

    async deleteViewLayout({ caller, params }) {
      await own(caller, params.id)
      await deleteLayout(database, params.id)
      return undefined
    },
  }
}
