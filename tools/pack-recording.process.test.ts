import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packRecording } from './pack-recording.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const place = mkdtempSync(join(tmpdir(), 'loggerhead-packed-'))
const packed = join(place, 'node_modules/@loggerhead/recording')

// a project that has installed the tarball: the package unpacked, and what it depends on beside it
beforeAll(async () => {
  const tarball = await packRecording(root, join(place, 'tarball'))
  mkdirSync(packed, { recursive: true })
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', packed])
  for (const name of Object.keys(manifest().dependencies))
    symlinkSync(join(root, 'node_modules', name), join(place, 'node_modules', name))
  cpSync(join(packed, 'examples'), join(place, 'examples'), { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

interface Packed {
  version: string
  private?: boolean
  exports: Record<string, string | { types: string; default: string }>
  dependencies: Record<string, string>
}
const json = (path: string): Packed => JSON.parse(readFileSync(path, 'utf8'))
const manifest = (): Packed => json(join(packed, 'package.json'))

async function example(name: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await run(process.execPath, [join(place, 'examples', name), ...args], { cwd: place })
  expect(stderr).toBe('')
  return stdout
}

describe('the package of the recording library', () => {
  test('is what npm may publish: the version and exact dependencies of the project, every entry there', () => {
    const { version, dependencies } = json(join(root, 'package.json'))
    const found = manifest()
    expect(found).toMatchObject({ name: '@loggerhead/recording', version, sideEffects: false, license: 'Apache-2.0' })
    expect(found.private).toBeUndefined()
    expect(found.dependencies).toEqual({ 'hyparquet-writer': dependencies['hyparquet-writer'] })
    const files = Object.values(found.exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)))
    expect(files.filter((file) => !existsSync(join(packed, file)))).toEqual([])
  })

  test('holds no TypeScript sources, no tests, and no import of Node', () => {
    const names = readdirSync(packed, { recursive: true }).map(String)
    expect(names.filter((name) => /test/.test(name) || (name.endsWith('.ts') && !name.endsWith('.d.ts')))).toEqual([])
    const sources = names.filter((name) => name.endsWith('.js') && !name.startsWith('examples'))
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.filter((name) => /from '(node:|.*\.ts')/.test(readFileSync(join(packed, name), 'utf8')))).toEqual([])
  })

  test('has everything that its documents link to and import', async () => {
    const documents = readdirSync(packed, { recursive: true })
      .map(String)
      .filter((name) => name.endsWith('.md'))
    expect(documents.length).toBeGreaterThan(2)
    for (const document of documents) {
      const text = readFileSync(join(packed, document), 'utf8')
      const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
      expect(links.filter((path) => !existsSync(join(packed, document, '..', path)))).toEqual([])
    }
    const imports = [...readFileSync(join(packed, 'README.md'), 'utf8').matchAll(/import \{ (.+) \} from '@loggerhead\/(.+)'/g)]
    expect(imports.length).toBeGreaterThan(4)
    for (const [, names = '', entry = ''] of imports) {
      const asked = `import { ${names} } from '@loggerhead/${entry}'`
      await run(process.execPath, ['--input-type=module', '-e', asked], { cwd: place })
    }
  })

  test('has types that the examples are checked with', async () => {
    const compilerOptions = {
      module: 'nodenext',
      lib: ['es2024', 'dom', 'dom.iterable'],
      strict: true,
      checkJs: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules/@types')],
    }
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples/*.js'] }))
    const { stdout } = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', place]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toBe('')
  })
})

describe('its examples', () => {
  beforeAll(async () => {
    await example('make-drive.js')
  })

  test('inspect says what a recording holds', async () => {
    expect(await example('inspect.js')).toContain('blf 2.6.8.1, 60000 frames')
  })

  test('a recording decoded with a DBC is a table', async () => {
    await example('decode-to-csv.js', 'drive.blf', 'drive.dbc', 'drive.csv')
    const lines = readFileSync(join(place, 'drive.csv'), 'utf8').split('\r\n')
    expect(lines[0]).toBe('Time [s],UTC,Speed [km/h],Gear')
    expect(lines[1]).toBe('0.000000000,2026-01-15T09:30:00.000000000Z,40,Neutral')
    expect(lines[1002]).toMatch(/^100\.1.*,1$/)
    expect(lines.length).toBe(6000 + 1 + 2)
  })

  test('a BLF becomes an MF4 of the same frames', async () => {
    expect(await example('blf-to-mf4.js', 'drive.blf', 'drive.mf4')).toBe('drive.mf4: 60000 frames\n')
    expect(await example('inspect.js', 'drive.mf4')).toMatch(/^mf4 4\.\d+, 60000 frames/)
  })

  test('a signal store gives an overview and the value at a moment', async () => {
    const output = await example('signal-store.js')
    expect(output).toContain('Speed: 60000 samples, 10 to 69.99 km/h')
    expect(output).toContain('in the middle: 68.13')
  })

  test('a page reads a chosen file without a server', async () => {
    const { server, address } = await serve(packed)
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      await page.goto(`${address}/examples/browser.html`)
      await page.setInputFiles('#recording', join(place, 'drive.blf'))
      await page.getByText('blf 2.6.8.1: 60000 frames').waitFor()
      await page.setInputFiles('#catalog', join(place, 'drive.dbc'))
      await page.getByRole('heading', { name: 'Gear' }).waitFor()
      expect(await page.locator('h2').allTextContents()).toEqual(['Speed km/h', 'Gear '])
      expect(await page.locator('[role=alert]').textContent()).toBe('')
      expect(await page.evaluate(painted)).toBeGreaterThan(500)
    } finally {
      await browser.close()
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

/** The system's Chromium; `npm test` sees to it that there is one. */
async function openBrowser(): Promise<Browser> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const places = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => folders.map((folder) => join(folder, name)))
  const executablePath = places.find((file) => existsSync(file))
  return await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

/** Pixels of the first plot that are not empty; runs in the page. */
function painted(): number {
  const canvas = document.querySelector('canvas')
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  return pixels.filter((value) => value > 0).length
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** Any web server will do; this one serves the files of a folder. */
async function serve(folder: string): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const file = join(folder, request.url ?? '')
    const found = existsSync(file)
    response.writeHead(found ? 200 : 404, { 'content-type': types[extname(file)] ?? 'text/plain' })
    response.end(found ? readFileSync(file) : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, address: `http://127.0.0.1:${port}` }
}
