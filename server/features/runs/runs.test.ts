import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'
import type { Step } from './testing/scripted.ts'
import { scripted } from './testing/scripted.ts'
import type { Crew, RunRig } from './testing/run-rig.ts'
import {
  addRun,
  jobOf,
  makeAnalyzer,
  makeConfiguration,
  makeCrew,
  makeScript,
  playRun,
  runRow,
  sendFile,
  startRunRig,
  whenEnded,
} from './testing/run-rig.ts'

let rig: RunRig
let crew: Crew
beforeAll(async () => {
  rig = await startRunRig()
  crew = await makeCrew(rig.api)
})
afterAll(() => rig.api.end())

const linesOf = async (id: number) =>
  await rig.api.database.kysely.selectFrom('run_line').where('run_id', '=', id).selectAll().orderBy('number').execute()
const filesOf = async (id: number) =>
  await rig.api.database.kysely.selectFrom('result_file').where('run_id', '=', id).selectAll().orderBy('id').execute()
const textOf = async (key: string): Promise<string> => (await wholeBlob(rig.api.app.platform.blobs, key)).toString()
const orderOf = (id: number) => rig.sandbox.orders.findLast(({ runId }) => runId === id)

describe('a run', () => {
  it('prints, tells how far it is, and leaves its files as its result', async () => {
    const id = await playRun(
      rig.api,
      crew,
      scripted(
        { out: 'begins' },
        { progress: 40 },
        { err: 'careful' },
        { file: 'sub/report.HTML', text: '<b>good</b>' },
        { file: 'plain', text: '' },
      ),
    )
    expect(await runRow(rig.api, id)).toMatchObject({
      status: 'complete',
      reason: null,
      progress: 100,
      exit_code: 0,
      peak_memory: 1_048_576,
      duration_ms: expect.any(Number),
      environment_hash: '0'.repeat(64),
      cut_lines: 0,
    })
    expect(await jobOf(rig.api, id)).toMatchObject({ run_status: 'FINISHED', run_type: 'DISTILLER', attempts: 1 })
    expect((await linesOf(id)).map(({ number, stream, text }) => [number, stream, text])).toEqual([
      [1, 'out', 'begins'],
      [2, 'err', 'careful'],
    ])
    const files = await filesOf(id)
    expect(files.map(({ filename, extension, size }) => [filename, extension, size])).toEqual([
      ['sub/report.HTML', 'html', 11],
      ['plain', '', 0],
    ])
    expect(await textOf(files[0]?.blob_key ?? '')).toBe('<b>good</b>')
    expect(rig.sandbox.atWork).toBe(0)
  })

  it('is told its files, their times and its configuration', async () => {
    const { api } = rig
    const script = await makeScript(api, crew, scripted({ out: 'reads' }))
    const first = await makeConfiguration(api, crew, script.scriptId, 'limits.asl', '{"limit": 7}')
    const second = await makeConfiguration(api, crew, script.scriptId, 'Limits.asl', 'not JSON')
    const other = await sendFile(api, crew.logger, '../b ad?.vsb')
    const id = await addRun(api, crew, script.versionId, {
      configurationIds: [first, second],
      fileVersionIds: [other.fileVersionId, crew.fileVersionId, other.fileVersionId],
    })
    await whenEnded(api, id)
    expect(await runRow(api, id)).toMatchObject({ status: 'complete', input_files: 2 })
    const { job, configPath, inputs } = orderOf(id) ?? {}
    expect(job).toMatchObject({
      configuration: { limit: 7 },
      config_files: [{ path: '/config/limits.asl' }, { path: '/config/2/Limits.asl' }],
      output_dir: '/output',
      previous_dir: null,
      data_files: [
        { id: other.fileVersionId, uploadId: other.uploadId },
        { id: crew.fileVersionId, path: `/data/${crew.fileVersionId}/drive.txt`, filename: 'drive.txt', signals: null },
      ],
    })
    expect(job?.['files']).toEqual(job?.['data_files'])
    expect(configPath).toBe('/config/limits.asl')
    expect(inputs?.map(({ path }) => path).every((path) => !path.includes('..'))).toBe(true)
    const given = inputs?.find(({ path }) => path === `/data/${crew.fileVersionId}/drive.txt`)
    expect(await readFile(given?.hostPath ?? '', 'utf8')).toMatch(/^drive \d+ /)
  })

  it('sees the files of the result before', async () => {
    const analyzerId = await makeAnalyzer(rig.api, crew)
    const script = await makeScript(rig.api, crew, scripted({ file: 'state.json', text: '{"runs": 1}' }))
    for (const previous of [null, '/previous']) {
      const id = await addRun(rig.api, crew, script.versionId, { analyzerId })
      await whenEnded(rig.api, id)
      expect(orderOf(id)?.job['previous_dir']).toBe(previous)
    }
    expect(rig.sandbox.orders.at(-1)?.inputs.map(({ path }) => path)).toContain('/previous/state.json')
  })

  it.each<[Step, string]>([
    [{ exit: 3 }, 'The script ended with code 3: ValueError: 7 is wrong'],
    [{ end: 'SIGSEGV' }, 'The script was ended by the signal SIGSEGV'],
    [{ end: 'TIMEOUT' }, 'The script took longer than 3600 s and was ended'],
    [{ end: 'OOM_KILLED' }, 'The script needed more than 1.9 GiB of memory and was ended'],
    [{ end: 'PROCESSES' }, 'The script started more than 256 processes and threads'],
    [{ end: 'OUTPUT' }, "The script's files took more than 953.7 MiB, or were more than 2000"],
  ])('that fails says why in one sentence, and keeps what there is: %o', async (step, sentence) => {
    const script = scripted({ err: 'ValueError: 7 is wrong' }, { err: '  ' }, { file: 'half.csv', text: 'a' }, step)
    const id = await playRun(rig.api, crew, script)
    expect(await runRow(rig.api, id)).toMatchObject({ status: 'failed', reason: sentence })
    expect(await jobOf(rig.api, id)).toMatchObject({ run_status: 'ERROR', last_error: sentence, attempts: 1 })
    const files = await filesOf(id)
    expect(files.map(({ filename }) => filename)).toEqual(['half.csv', 'DockerLog.txt'])
    expect(await textOf(files[1]?.blob_key ?? '')).toBe(`${sentence}\n\nValueError: 7 is wrong\n  \n`)
  })

  it('counts against the quota, and keeps nothing where there is no room', async () => {
    const { kysely } = rig.api.database
    const usage = async () =>
      (
        await kysely
          .selectFrom('organization')
          .where('id', '=', crew.organizationId)
          .select('used_bytes')
          .executeTakeFirstOrThrow()
      ).used_bytes
    const setQuota = async (bytes: number | null) =>
      await kysely.updateTable('organization').set({ quota_bytes: bytes }).where('id', '=', crew.organizationId).execute()
    const before = await usage()
    const script = scripted({ file: 'a.txt', text: 'ten bytes!' }, { file: 'b.txt', text: '12345' })
    const kept = await playRun(rig.api, crew, script)
    expect((await usage()) - before).toBe(15)

    await setQuota(before + 29)
    const refused = await playRun(rig.api, crew, script)
    await setQuota(null)
    const reason = `The organization uses ${before + 15} of ${before + 29} bytes; delete data or raise the quota`
    expect(await runRow(rig.api, refused)).toMatchObject({ status: 'failed', reason: expect.stringContaining(reason) })
    const log = await filesOf(refused)
    expect(log.map(({ filename }) => filename)).toEqual(['DockerLog.txt'])
    expect(await usage()).toBe(before + 15 + (log[0]?.size ?? 0))

    await kysely.deleteFrom('result_file').where('run_id', '=', kept).where('filename', '=', 'a.txt').execute()
    expect(await usage()).toBe(before + 5 + (log[0]?.size ?? 0))
    await kysely.deleteFrom('run').where('id', 'in', [kept, refused]).execute()
    expect(await usage()).toBe(before)
  })

  it('that the sandbox has lost is tried again', async () => {
    const { versionId } = await makeScript(rig.api, crew, scripted({ out: 'once' }, { end: 'LOST' }))
    const id = await addRun(rig.api, crew, versionId)
    await expect.poll(async () => (await jobOf(rig.api, id)).run_status).toBe('LATER')
    expect(await runRow(rig.api, id)).toMatchObject({ status: 'running', finished_at: null })
    expect(await jobOf(rig.api, id)).toMatchObject({ last_error: 'The sandbox failed: The scripted box was lost.' })
  })

  it('that the sandbox has lost once too often ends, with a log', async () => {
    const { versionId } = await makeScript(rig.api, crew, scripted({ out: 'said' }, { end: 'LOST' }))
    const id = await addRun(rig.api, crew, versionId)
    await expect.poll(async () => (await jobOf(rig.api, id)).run_status).toBe('LATER')
    // so that it need not fail four times more
    const { pool } = rig.api.database
    await pool.query('UPDATE job SET max_attempts = 2, not_before = now() WHERE lookup_id = $1', [id])
    await pool.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'job-' || (SELECT job_id FROM run WHERE id = $1)`, [
      id,
    ])
    await whenEnded(rig.api, id)
    const reason = 'The sandbox failed: The scripted box was lost.'
    expect(await runRow(rig.api, id)).toMatchObject({ status: 'failed', reason })
    expect(await jobOf(rig.api, id)).toMatchObject({ run_status: 'ERROR', last_error: reason, attempts: 2 })
    const [log] = await filesOf(id)
    expect(log?.filename).toBe('DockerLog.txt')
    expect(await textOf(log?.blob_key ?? '')).toBe(`${reason}\n\nsaid\n`)
  })

  it('tells its figures; a broken file is a note', async () => {
    const figures = { verdict: 'fail', text: 'too hot', metrics: [{ name: 'Peak', value: 97.5, unit: '°C', limit: 90 }] }
    const good = await playRun(rig.api, crew, scripted({ file: 'metrics.json', text: JSON.stringify(figures) }))
    expect(await runRow(rig.api, good)).toMatchObject({
      status: 'complete',
      verdict: { verdict: 'fail', text: 'too hot' },
      metrics: figures.metrics,
    })
    for (const [text, note] of [
      ['{', 'metrics.json was not taken: it is not JSON'],
      ['{"metrics":[{"name":"x"}]}', /^metrics\.json was not taken: metrics\.0\.value/],
      [`{"text":"${'x'.repeat(300_000)}"}`, /it has 300\d+ bytes/],
    ] as const) {
      const id = await playRun(rig.api, crew, scripted({ file: 'metrics.json', text }))
      const row = await runRow(rig.api, id)
      expect(row).toMatchObject({ status: 'complete', verdict: null, metrics: [] })
      expect(row.reason).toMatch(note)
    }
  })
})
