import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Report } from './report.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '../..')

/** Pins a program to one processor, where the system can: our threads and theirs alike. */
function onOneCore(program: string, args: readonly string[]): [string, readonly string[]] {
  return existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', ['-c', '0', program, ...args]] : [program, args]
}

/** As `npx loggerhead` has it; Python keeps its compiled code too. */
const compileCache = { NODE_COMPILE_CACHE: join(project, 'var/compile-cache') }

async function report(program: string, args: readonly string[]): Promise<Report> {
  const [command, all] = onOneCore(program, args)
  const { stdout } = await run(command, [...all], {
    env: { PATH: process.env['PATH'], ...compileCache },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report
}

export async function runOurs(task: string, file: string, dbc: string, rounds: number): Promise<Report> {
  return await report(process.execPath, [join(import.meta.dirname, 'ours.ts'), task, file, dbc, String(rounds)])
}

export async function runPeer(python: string, task: string, file: string, dbc: string, rounds: number): Promise<Report> {
  return await report(python, [join(import.meta.dirname, 'peers.py'), task, file, dbc, String(rounds)])
}

/** The Python that has the peers: that of the conformance tests, asked for in a process since benchmarks import none of them. */
export async function peersPython(): Promise<string> {
  const asking =
    "import { oracleEnvironment } from './conformance/oracle-environment.ts'; console.log(JSON.stringify(await oracleEnvironment()))"
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', asking], { cwd: project })
  const found: unknown = JSON.parse(stdout)
  if (typeof found === 'object' && found && 'python' in found && typeof found.python === 'string') return found.python
  throw new Error(
    typeof found === 'object' && found && 'missing' in found ? String(found.missing) : 'There is no Python with the peers',
  )
}
