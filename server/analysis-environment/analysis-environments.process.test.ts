import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { AnalysisEnvironments } from './analysis-environments.ts'
import type { EnvironmentState } from './environment-state.ts'
import { productLock } from './requested-environments.ts'
import { testDataDir, testEnvironment } from './testing/test-environment.ts'

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'analysis-environments-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const index = process.env.PIP_INDEX_URL
afterEach(() => {
  if (index === undefined) delete process.env.PIP_INDEX_URL
  else process.env.PIP_INDEX_URL = index
})
/** The part of the product's lock file that our own package needs: soon built. */
const smallLock = join(folder, 'lock.txt')
const needed = new Set(['numpy', 'pandas', 'python-dateutil', 'pytz', 'tzdata'])
const blocks = readFileSync(productLock, 'utf8').split(/^(?=[a-z])/m)
writeFileSync(smallLock, blocks.filter((block) => needed.has(block.split('==')[0] ?? '')).join(''))

/** Nothing listens there. */
const wrongIndex = 'http://127.0.0.1:9/simple'

/** A data folder that has the installer already, but no packages. */
function dataDirWithInstaller(name: string): string {
  const dataDir = join(folder, name)
  const place = 'analysis-environments/installer'
  const filter = (path: string) => !path.includes('/installer/cache')
  if (existsSync(join(testDataDir, place))) cpSync(join(testDataDir, place), join(dataDir, place), { recursive: true, filter })
  return dataDir
}

function stateOf(environments: AnalysisEnvironments, name = 'default'): EnvironmentState | undefined {
  return environments.list().find((one) => one.name === name)?.status
}

async function finalState(settings: { dataDir: string; path?: string; lock?: string }): Promise<EnvironmentState | undefined> {
  const environments = new AnalysisEnvironments({ log, ...settings })
  environments.start()
  await environments.idle()
  await environments.stop()
  return stateOf(environments)
}

function run(python: string, text: string): string {
  return execFileSync(python, ['-I', '-c', text], {
    encoding: 'utf8',
    stdio: 'pipe',
    env: { HOME: folder, MPLCONFIGDIR: folder },
  }).trim()
}

const built = await testEnvironment()

describe('the environment that comes with the product', () => {
  if ('missing' in built) return it.skip(built.missing, () => undefined)

  it('has the packages of the lock file, our own, those of other servers, and no tkinter', () => {
    const modules = 'numpy, pandas, scipy, matplotlib.pyplot, pyarrow, asammdf, can, cantools, openpyxl, xlsxwriter, ldfparser'
    expect(run(built.python, `import ${modules}; print('all')`)).toBe('all')
    expect(run(built.python, 'import loggerhead; print(loggerhead.__version__)')).toBe(built.sdkVersion)
    expect(run(built.python, 'from intrepidcs import ipa_interface as i; print(i.get_data_files.__name__)')).toBe(
      'get_data_files',
    )
    expect(run(built.python, 'from ICS_IPA import IPAInterfaceLibrary as i; print(i.is_running_on_wivi_server())')).toBe('True')
    expect(() => run(built.python, 'import tkinter')).toThrow('ModuleNotFoundError')
    expect(() => run(built.python, 'from tkinter import filedialog')).toThrow('ModuleNotFoundError')
    expect(built.packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['asammdf', 'numpy', 'python-can']))
  })

  it('stands alone: its Python and standard library are in it, readable for all and compiled', () => {
    expect(run(built.python, 'import sys; print(sys.base_prefix)')).toBe(
      process.platform === 'linux' ? built.folder : run(built.python, 'import sys; print(sys.base_prefix)'),
    )
    for (const entry of readdirSync(built.folder, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o444, entry.name).toBe(0o444)
    }
    const cached = run(built.python, 'import numpy, os; print(os.path.exists(numpy.__cached__))')
    expect(cached).toBe('True')
  })

  it('is found again without a network', async () => {
    process.env.PIP_INDEX_URL = wrongIndex
    expect(await finalState({ dataDir: testDataDir })).toEqual({ state: 'ready', built })
  })
})

describe.skipIf('missing' in built)('environments of administrators', () => {
  it('are built beside the first from names and versions, and what they came to is kept', async () => {
    const environments = new AnalysisEnvironments({ log, dataDir: testDataDir })
    const percents: number[] = []
    const stop = environments.onChange(() => {
      const status = stateOf(environments, 'tiny')
      if (status?.state === 'building') percents.push(status.percent)
    })
    environments.start()
    await environments.add('tiny', 'six==1.17.0\n')
    await environments.idle()
    stop()
    const tiny = environments.ready('tiny')
    expect(tiny?.packages.map(({ name, version }) => `${name} ${version}`)).toContain('six 1.17.0')
    expect(tiny?.packages.map(({ name }) => name)).not.toContain('asammdf')
    expect(run(tiny?.python ?? '', 'import six, numpy, pandas, loggerhead; print(six.__version__)')).toBe('1.17.0')
    expect(environments.ready()?.hash).not.toBe(tiny?.hash)
    expect(percents).toEqual([...percents].sort((a, b) => a - b))
    await environments.stop()

    process.env.PIP_INDEX_URL = wrongIndex
    const again = new AnalysisEnvironments({ log, dataDir: testDataDir })
    again.start()
    await again.idle()
    expect(again.ready('tiny')).toEqual(tiny)
    await expect(again.add('tiny', 'six==1.16.0\n')).rejects.toThrow('There is an environment named tiny')
    await expect(again.add('../x', 'six\n')).rejects.toThrow('cannot be named')
    await again.remove('tiny')
    expect(again.list().map(({ name }) => name)).toEqual(['default'])
    await again.stop()
  })

  it('that cannot be say why, and the others stay', async () => {
    const environments = new AnalysisEnvironments({ log, dataDir: testDataDir })
    environments.start()
    await environments.add('odd', 'numpy==0.0.1\n')
    await environments.idle()
    expect(stateOf(environments, 'odd')).toMatchObject({ state: 'failed', obstacle: 'requirements' })
    expect(environments.ready()).not.toBeNull()
    await environments.remove('odd')
    await environments.stop()
  })
})

describe('a machine where something is missing', () => {
  it('without Python: says what to install', async () => {
    expect(await finalState({ dataDir: join(folder, 'no-python'), path: folder })).toMatchObject({
      state: 'failed',
      obstacle: 'python',
      remedy: expect.stringContaining('apt-get install python3'),
    })
  })

  it('with a Python that is too old: the same', async () => {
    const path = join(folder, 'old')
    cpSync(join(import.meta.dirname, 'testing/old-python.sh'), join(path, 'python3'))
    expect(await finalState({ dataDir: join(folder, 'old-python'), path })).toMatchObject({ obstacle: 'python' })
  })

  it.skipIf('missing' in built)('without a package index: says so for the installer', async () => {
    process.env.PIP_INDEX_URL = wrongIndex
    expect(await finalState({ dataDir: join(folder, 'offline') })).toMatchObject({
      state: 'failed',
      obstacle: 'index',
      remedy: expect.stringContaining('PIP_INDEX_URL'),
    })
  })

  it.skipIf('missing' in built)(
    'fails for the packages, is broken off, taken up again, and moved: always whole or not there',
    async () => {
      process.env.PIP_INDEX_URL = wrongIndex
      const dataDir = dataDirWithInstaller('before')
      const place = join(dataDir, 'analysis-environments')
      const first = new AnalysisEnvironments({ log, dataDir, lock: smallLock })
      first.start()
      await first.idle()
      expect(stateOf(first)).toMatchObject({ state: 'failed', obstacle: 'index' })
      expect(readdirSync(join(place, 'built'))).toEqual([])

      // the packages are in the cache of an earlier build
      if (index === undefined) delete process.env.PIP_INDEX_URL
      else process.env.PIP_INDEX_URL = index
      rmSync(join(place, 'installer'), { recursive: true })
      symlinkSync(join(testDataDir, 'analysis-environments/installer'), join(place, 'installer'))
      first.retry('default')
      await expect.poll(() => JSON.stringify(stateOf(first)), { interval: 5 }).toContain('ackages')
      await first.stop()
      expect(first.ready()).toBeNull()
      expect(readdirSync(join(place, 'built'))).toEqual([])

      const made = await finalState({ dataDir, lock: smallLock })
      const after = join(folder, 'after')
      renameSync(dataDir, after)
      const moved = await finalState({ dataDir: after, lock: smallLock })
      if (made?.state !== 'ready' || moved?.state !== 'ready') throw new Error(JSON.stringify([made, moved]))
      expect(moved.built).toEqual({
        ...made.built,
        folder: expect.stringContaining(after),
        python: expect.stringContaining(after),
      })
      expect(run(moved.built.python, 'import sys, numpy, loggerhead; print(sys.prefix)')).toBe(moved.built.folder)
    },
  )
})
