import { afterEach, describe, expect, it } from 'vitest'
import { makeClient } from '#web/api/call.ts'
import type { Heard, Reply } from '#web/testing/scripted-server.ts'
import { startScriptedServer } from '#web/testing/scripted-server.ts'
import type { HitRecording } from '#web/viewer/hits/hit-list.ts'
import { findRecording, readHitSource } from './hit-sources.ts'

let server: Awaited<ReturnType<typeof startScriptedServer>> | undefined
afterEach(() => server?.stop())

async function client(answer: (heard: Heard) => Reply) {
  server = await startScriptedServer(answer)
  return makeClient({ base: server.base, accessToken: async () => 'token', renewedToken: async () => null }).call
}

const list = { HitList: [{ id: 7, FilenameAndPath: '/x/a.vsb', Hits: [{ Description: 'Late', StartTime: 1 }] }] }
const resultFile = (filename: string, text: string) => ({
  id: 31,
  result_id: 4,
  filename,
  size: text.length,
  extension: filename.slice(-3),
  sha256: '0'.repeat(64),
  file: Buffer.from(text).toString('base64'),
})
const recording: HitRecording = { fileId: 7, fileName: 'a.vsb', vehicle: '', startDate: '', hits: [] }

describe('the file of a result', () => {
  it('may be a list of hits', async () => {
    const call = await client(() => ({ body: resultFile('events.dsr', JSON.stringify(list)) }))
    const found = await readHitSource(call, { kind: 'result', resultFileId: 31 })
    expect(server?.heard[0]).toMatchObject({ method: 'GET', url: '/ipa/result/file/31' })
    expect(found).toMatchObject({ kind: 'hits', name: 'events.dsr', list: { recordings: [{ fileName: 'a.vsb' }] } })
  })

  it('may be a recording', async () => {
    const call = await client(() => ({ body: resultFile('speed.mf4', 'MDF     4.10') }))
    const found = await readHitSource(call, { kind: 'result', resultFileId: 31 })
    expect(found).toMatchObject({ kind: 'recording' })
    expect(found.kind === 'recording' && (await found.file.text())).toBe('MDF     4.10')
  })

  it('is refused with what the server says', async () => {
    const call = await client(() => ({ status: 404, body: { type: 'error', id: 'not-found', message: 'x', fields: [] } }))
    await expect(readHitSource(call, { kind: 'result', resultFileId: 31 })).rejects.toMatchObject({
      status: 404,
      id: 'not-found',
    })
  })
})

describe('the recording of a hit', () => {
  const row = (id: number, fileName: string) => ({
    uploadId: 1,
    groupId: 1,
    collection: 'c',
    displayName: 'c_001',
    startDate: '2026-01-01T00:00:00Z',
    endDate: '2026-01-01T00:00:00Z',
    receivedDate: '2026-01-01T00:00:00Z',
    vehicle: null,
    device: null,
    extractionNotesTxt: false,
    script: null,
    dataSpy: [],
    viewable: [],
    versions: [
      {
        id,
        extension: 'vsb',
        size: 1,
        fileName,
        startDate: '2026-01-01T00:00:00Z',
        endDate: '2026-01-01T00:00:00Z',
        vehicleName: '',
        vehicleDisplayName: '',
        deviceId: null,
        sha256: '',
        state: 'ready',
        problem: null,
        recording: null,
      },
    ],
  })
  const missing: Reply = { status: 404, body: { type: 'error', id: 'not-found', message: 'x', fields: [] } }

  it('is looked for by its name where the number is of nothing', async () => {
    const call = await client(({ url }) =>
      url === '/api/v1/data/search' ? { body: [row(3, 'aa.vsb'), row(9, 'A.VSB')] } : missing,
    )
    expect(await findRecording(call, recording)).toBe(9)
    expect(server?.heard.map(({ url }) => url)).toEqual(['/api/v1/recordings/7', '/api/v1/data/search'])
  })

  it('may not be there', async () => {
    const call = await client(({ url }) => (url === '/api/v1/data/search' ? { body: [row(3, 'aa.vsb')] } : missing))
    expect(await findRecording(call, recording)).toBeNull()
    expect(await findRecording(call, { ...recording, fileName: '' })).toBeNull()
  })
})
