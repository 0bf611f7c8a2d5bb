import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { requestDownload } from '#contract/downloads.ts'
import { errorBody } from '#contract/errors.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { createUserDownload } from '#contract/user-downloads.ts'
import type { UserDownload } from '#contract/user-downloads.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { Person } from '#server/testing/people.ts'
import { makeOrganization, makePerson } from '#server/testing/people.ts'
import { addFile, addVehicle } from './archive-files.ts'

export interface Retrieved {
  readonly status: number
  readonly headers: Headers
  readonly body: Buffer
  readonly problem: ErrorBody | undefined
}

export interface DownloadRig {
  readonly api: TestApi
  readonly person: Person
  readonly stranger: Person
  /** WT-07, of the person's organization. */
  readonly vehicleId: number
  /** Three files of it by their ids, in the order of a zip. */
  readonly contents: ReadonlyMap<number, Buffer>
  create(selectedIds?: readonly number[], more?: object, who?: Person): Promise<UserDownload>
  /** @throws Error with the id of the problem */
  token(id: number, who?: Person): Promise<string>
  retrieve(token: string, headers?: Record<string, string>, address?: string): Promise<Retrieved>
  /** Takes at least so many bytes and goes away. */
  breakOff(token: string, length: number): Promise<Buffer>
  end(): Promise<void>
}

/** A server with an organization that has recorded something, and another one. */
export async function startDownloadRig(
  now: () => Date,
  environment: Readonly<Record<string, string>> = {},
): Promise<DownloadRig> {
  const api = await startTestApi(environment, now)
  const person = await makePerson(api, await makeOrganization(api), ['admin'])
  const stranger = await makePerson(api, await makeOrganization(api))
  const vehicleId = await addVehicle(api, person, 'WT-07')
  const contents = new Map<number, Buffer>()
  for (const [name, size] of [
    ['drive.vsb', 900_000],
    ['Überfahrt "1".csv', 1000],
    ['drive.txt', 0],
  ] as const) {
    const content = randomBytes(size)
    contents.set(await addFile(api, person, { name, content, vehicleId }), content)
  }
  return {
    api,
    person,
    stranger,
    vehicleId,
    contents,
    async create(selectedIds = [...contents.keys()], more = {}, who = person) {
      const asked = { body: { selectedIds: [...selectedIds], ...more }, token: who.token }
      return (await api.call(createUserDownload, asked)).body
    },
    async token(id, who = person) {
      const { body, problem } = await api.call(requestDownload, { query: { type: 'user', id }, token: who.token })
      if (problem) throw new Error(problem.id)
      return body.token
    },
    async retrieve(token, headers = {}, address = api.app.address) {
      const response = await fetch(`${address}/api/v1/downloader/retrieve?token=${token}`, { headers })
      const body = Buffer.from(await response.arrayBuffer())
      const problem = response.ok ? undefined : errorBody.parse(JSON.parse(body.toString()))
      return { status: response.status, headers: response.headers, body, problem }
    },
    breakOff: (token, length) => breakOff(`${api.app.address}/api/v1/downloader/retrieve?token=${token}`, length),
    end: () => api.end(),
  }
}

async function breakOff(address: string, length: number): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    const sent = request(address, (response) => {
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size < length) return
        response.destroy()
        resolve(Buffer.concat(chunks).subarray(0, length))
      })
      response.on('error', () => {})
    })
    sent.on('error', reject)
    sent.end()
  })
}

const run = promisify(execFile)

/** The files of a zip as Python's zipfile reads them; it must find no fault, and neither must unzip. */
export async function readWithPython({ dataDir }: TestApi, zip: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const path = join(dataDir, 'read.zip')
  await writeFile(path, zip)
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(json.dumps({n: z.read(n).decode('latin-1') for n in z.namelist()}))`
  const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 })
  await run('unzip', ['-tqq', path])
  const texts: unknown = JSON.parse(stdout)
  return new Map(Object.entries(texts as Record<string, string>).map(([name, text]) => [name, Buffer.from(text, 'latin1')]))
}
