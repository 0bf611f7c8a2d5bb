import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandEnvironment, commandNode } from '#tools/command-node.mjs'
import type { Report } from './report.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '../..')

/** Pins a program to one processor, where the system can: our threads and theirs alike. */
function onOneCore(program: string, args: readonly string[]): [string, readonly string[]] {
  return existsSync('/usr/bin/taskset') ? ['/usr/bin/taskset', ['-c', '0', program, ...args]] : [program, args]
}

async function report(
  [program, ...args]: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<Report> {
  const [command, all] = onOneCore(program, args)
  const { stdout } = await run(command, [...all], {
    env: { PATH: process.env['PATH'], ...environment },
    maxBuffer: 64 * 1024 * 1024,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Report
}

/** As `npx loggerhead` runs a command. */
export async function runOurs(task: string, file: string, dbc: string, rounds: number): Promise<Report> {
  const [node, ...flags] = commandNode()
  return await report([node, ...flags, join(import.meta.dirname, 'ours.ts'), task, file, dbc, String(rounds)], commandEnvironment)
}

/** As its users run it. */
export async function runPeer(python: string, task: string, file: string, dbc: string, rounds: number): Promise<Report> {
  return await report([python, join(import.meta.dirname, 'peers.py'), task, file, dbc, String(rounds)], {})
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
