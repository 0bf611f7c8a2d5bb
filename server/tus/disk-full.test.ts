import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EngineServer } from './testing/engine-server.ts'
import { ownerHooks, startEngineServer } from './testing/engine-server.ts'
import { ask, create, offsetOf, patch } from './testing/raw-client.ts'

/** Mounting needs root; other users have the same code run by the root run of the tests. */
const mayMount = process.platform === 'linux' && process.getuid?.() === 0

describe.runIf(mayMount)('a disk of 4 MB', () => {
  let folder: string
  let running: EngineServer
  let completed: Buffer[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tus-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', folder])
    completed = []
    running = await start()
  })
  afterEach(async () => {
    await running.stop()
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true })
  })

  function start(): Promise<EngineServer> {
    const hooks = ownerHooks({
      onComplete: async (_context, upload) => {
        completed.push(await readFile(upload.path))
        return {}
      },
    })
    return startEngineServer({ stagingDir: join(folder, 'staging'), hooks })
  }

  test('refuses an upload that cannot fit at its creation', async () => {
    const answer = await ask('POST', running.address, { 'Upload-Length': 5_000_000 })
    expect(answer.status).toBe(507)
    expect(JSON.parse(answer.body)).toMatchObject({ id: 'disk-full', message: expect.stringContaining('disk is full') })
  })

  test.each(['while the server runs on', 'with a restart'])(
    'full in the middle: 507, what was acknowledged stays, and there is room again it goes on, %s',
    async (how) => {
      const bytes = randomBytes(3_000_000)
      const id = (await create(running.address, bytes.length)).split('/').at(-1)
      const upload = () => `${running.address}/${id}`
      expect((await patch(upload(), 0, bytes.subarray(0, 1_000_000))).status).toBe(204)
      await writeFile(join(folder, 'somebody-elses'), Buffer.alloc(2_000_000))

      const full = await patch(upload(), 1_000_000, bytes.subarray(1_000_000))
      expect(full.status).toBe(507)
      expect(JSON.parse(full.body)).toMatchObject({ id: 'disk-full' })
      if (how === 'with a restart') {
        await running.stop()
        running = await start()
      }
      const offset = await offsetOf(upload())
      expect(offset).toBeGreaterThanOrEqual(1_000_000)
      expect(offset).toBeLessThan(3_000_000)

      await rm(join(folder, 'somebody-elses'))
      expect((await patch(upload(), offset, bytes.subarray(offset))).status).toBe(204)
      expect(
        createHash('sha256')
          .update(completed[0] ?? '')
          .digest('hex'),
      ).toBe(createHash('sha256').update(bytes).digest('hex'))
    },
  )

  test('so full that not even a journal line fits: 507 and nothing lost', async () => {
    const bytes = randomBytes(1_000_000)
    const upload = await create(running.address, bytes.length)
    expect((await patch(upload, 0, bytes.subarray(0, 4096))).status).toBe(204)
    // the journal's page is there already; a new one is needed for each new upload
    await writeFile(join(folder, 'all-the-rest'), Buffer.alloc(8_000_000)).catch(() => undefined)
    expect((await ask('POST', running.address, { 'Upload-Length': 1 })).status).toBe(507)
    expect((await patch(upload, 4096, bytes.subarray(4096))).status).toBe(507)
    expect(await offsetOf(upload)).toBe(4096)
    await rm(join(folder, 'all-the-rest'))
    expect((await patch(upload, 4096, bytes.subarray(4096))).status).toBe(204)
    expect(completed[0]?.equals(bytes)).toBe(true)
  })
})
