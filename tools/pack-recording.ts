// npm run pack:recording: makes dist/loggerhead-recording-VERSION.tgz, the recording library as a package to publish.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

interface Manifest {
  readonly version?: string
  readonly exports: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const run = promisify(execFile)

/** Makes the package's tarball in `target` and gives its path. */
export async function packRecording(root: string, target: string): Promise<string> {
  const stage = await mkdtemp(join(tmpdir(), 'loggerhead-recording-'))
  try {
    await stageRecording(root, join(stage, 'package'))
    await mkdir(target, { recursive: true })
    const { stdout } = await run('npm', ['pack', join(stage, 'package'), '--pack-destination', target, '--offline', '--silent'])
    return join(target, basename(stdout.trim()))
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** The package as a folder: JavaScript and types of all that its entries reach, examples, README and licence. */
async function stageRecording(root: string, folder: string): Promise<void> {
  const source = join(root, 'recording')
  const manifest: Manifest = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'))
  const entries = Object.values(manifest.exports).filter((path) => path.endsWith('.ts'))
  await compile(root, folder, entries)
  const packages = await finishTypes(folder)
  await cp(join(source, 'examples'), join(folder, 'examples'), { recursive: true })
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await writeFile(join(folder, 'README.md'), await withItsDocuments(source, folder))
  const whole: Manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(published(manifest, whole, packages), null, 2)}\n`)
}

/** Only what the entries reach is compiled, so tests and the machinery of tests stay out. */
async function compile(root: string, folder: string, entries: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const configuration = join(folder, 'tsconfig.json')
  const compilerOptions = {
    rootDir: join(root, 'recording'),
    outDir: folder,
    typeRoots: [join(root, 'node_modules/@types')],
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    target: 'es2023',
    types: [],
  }
  const files = entries.map((entry) => join(root, 'recording', entry))
  await writeFile(configuration, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }))
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', configuration])
  await rm(configuration)
}

/** The compiler leaves `.ts` in the imports of type files. Gives the names of the packages that are imported. */
async function finishTypes(folder: string): Promise<Set<string>> {
  const packages = new Set<string>()
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.ts') && !name.endsWith('.js')) continue
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    for (const [, imported = ''] of text.matchAll(/\bfrom ['"]([^.'"][^'"]*)['"]/g)) packages.add(imported)
    if (name.endsWith('.d.ts')) await writeFile(path, text.replaceAll(/(['"]\.{1,2}\/[^'"\n]+)\.ts(['"])/g, '$1.js$2'))
  }
  return packages
}

/** The README, its links into the documentation turned to copies that are packed. These refer to nothing else. */
async function withItsDocuments(source: string, folder: string): Promise<string> {
  const text = await readFile(join(source, 'README.md'), 'utf8')
  for (const [, path = ''] of text.matchAll(/\]\(\.\.\/(docs\/[\w/.-]+)/g)) {
    const document = await readFile(join(source, '..', path), 'utf8')
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), document.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, '$1'))
  }
  return text.replaceAll('](../docs/', '](docs/')
}

/** The manifest that npm gets: entries as JavaScript with types, the project's version, exact versions of what is imported. */
function published(source: Manifest, whole: Manifest, packages: ReadonlySet<string>): object {
  const compiled = ([entry, path]: [string, string]): [string, unknown] => {
    if (!path.endsWith('.ts')) return [entry, path]
    const stem = path.slice(0, -'.ts'.length)
    return [entry, { types: `${stem}.d.ts`, default: `${stem}.js` }]
  }
  const pinned = ([name]: readonly [string, string]): boolean => packages.has(name)
  const dependencies = Object.entries(whole.dependencies ?? {}).filter(pinned)
  const unknown = [...packages].filter((name) => whole.dependencies?.[name] === undefined)
  if (unknown.length > 0) throw new Error(`recording/ imports ${unknown.join(', ')}, which package.json does not pin`)
  return {
    ...source,
    private: undefined,
    version: whole.version,
    main: './index.js',
    types: './index.d.ts',
    exports: Object.fromEntries(Object.entries(source.exports).map(compiled)),
    dependencies: Object.fromEntries(dependencies),
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  console.log(await packRecording(root, join(root, 'dist')))
}
