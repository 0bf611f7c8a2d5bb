import { login } from '#contract/sessions.ts'
import { requestDownload, retrieveDownload } from '#contract/downloads.ts'
import type { Operation } from '#contract/operation.ts'
import { createUserDownload, getUserDownload } from '#contract/user-downloads.ts'
import { password, username } from './archive.ts'

/** The calls of somebody who downloads many files. */
export async function signIn(address: string) {
  const send = async (operation: Operation, more: { id?: number; query?: string; body?: object; token?: string }) => {
    const path = operation.path.replace('{id}', String(more.id)) + (more.query ?? '')
    const response = await fetch(address + path, {
      method: operation.method,
      headers: { authorization: `Bearer ${more.token ?? ''}`, 'content-type': 'application/json' },
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
    })
    if (!response.ok) throw new Error(`${operation.id}: ${response.status} ${await response.text()}`)
    return operation.answer.parse(await response.json())
  }
  const { access_token: token } = login.answer.parse(await send(login, { body: { username, password } }))
  return {
    /** The id of a zip that can be downloaded, and how long it took until it could, ms. */
    async create(selectedIds: readonly number[]): Promise<{ id: number; ms: number }> {
      const start = performance.now()
      let made = createUserDownload.answer.parse(await send(createUserDownload, { token, body: { selectedIds, flatten: true } }))
      while (made.status.name.startsWith('Compressing')) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        made = getUserDownload.answer.parse(await send(getUserDownload, { token, id: made.id }))
      }
      if (made.problem !== null) throw new Error(made.problem)
      return { id: made.id, ms: performance.now() - start }
    },
    /** An address that gives the zip once. */
    async address(id: number): Promise<string> {
      const query = `?type=user&id=${id}`
      const answer = requestDownload.answer.parse(await send(requestDownload, { token, query }))
      return `${address}${retrieveDownload.path}?token=${answer.token}`
    },
  }
}
