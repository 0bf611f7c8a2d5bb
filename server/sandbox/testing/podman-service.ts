import type { ChildProcess } from 'node:child_process'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ContainerClient } from '../container/container-client.ts'

/** A container engine for tests: that of DOCKER_HOST, or Podman's service started for them. */
export interface Engine {
  readonly client: ContainerClient
  readonly socket: string
  stop(): Promise<void>
}

const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: tmpdir() }

/** Resolves with a sentence where there is none. */
export async function provideEngine(): Promise<Engine | string> {
  const named = /^unix:\/\/(\/.+)$/.exec(process.env.DOCKER_HOST ?? '')?.[1]
  if (named !== undefined && existsSync(named)) return { client: new ContainerClient(named), socket: named, stop: async () => {} }
  if (process.getuid?.() !== 0) return 'Podman is tried as root'
  if (!existsSync('/usr/bin/podman')) return 'Podman is not installed (Debian: apt install podman runc)'
  const folder = mkdtempSync(join(tmpdir(), 'loggerhead-podman-'))
  const socket = join(folder, 'socket')
  // this machine's limits may be lower than what containers are given by default
  const service = spawn(
    'prlimit',
    ['--nofile=1024:1024', 'podman', ...runtime(), 'system', 'service', '--time', '0', `unix://${socket}`],
    { env, stdio: 'ignore' },
  )
  const client = new ContainerClient(socket)
  const answers = async (): Promise<boolean> =>
    await client.facts().then(
      () => true,
      () => false,
    )
  while (service.exitCode === null && !(await answers())) await pause(50)
  if (service.exitCode !== null) return `Podman's service ended with ${service.exitCode}`
  return { client, socket, stop: async () => await stop(service, folder) }
}

async function stop(service: ChildProcess, folder: string): Promise<void> {
  const ended = new Promise((resolve) => service.once('exit', resolve))
  service.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}

/** crun needs control groups of version 2, which not every test machine has. */
function runtime(): string[] {
  try {
    execFileSync('runc', ['--version'], { env, stdio: 'ignore' })
    return ['--runtime', 'runc']
  } catch {
    return []
  }
}
