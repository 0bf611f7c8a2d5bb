import { existsSync } from 'node:fs'
import type { EnvironmentView } from '../environment-view.ts'
import { environmentFolder, firstProcess, firstProcessFolder, firstProcessLimits, scriptVariables } from '../environment-view.ts'
import type { BoxLimits } from '../sandbox.ts'
import { boxLayout } from '../sandbox.ts'

/** What `bwrap` finds on its standard input and beyond. */
export const descriptors = { seccomp: 3, info: 4 } as const

/** What a box sees of this machine: its path in the box, and where `bwrap` finds it. */
export interface BoundPath {
  readonly path: string
  readonly source: string
}

export interface BoxPlan {
  /** Read-only. */
  readonly bound: readonly BoundPath[]
  readonly view: EnvironmentView
  readonly limits: BoxLimits
  /** A folder whose file system is as large as the output may be; null: memory. */
  readonly outputSource: string | null
  /** The kernel holds the memory of the whole box. */
  readonly memoryHeld: boolean
}

/** Files of /proc that tell about the kernel or about keys, whoever asks. */
const hiddenFiles = [
  'kallsyms',
  'config.gz',
  'keys',
  'key-users',
  'kcore',
  'sched_debug',
  'timer_list',
  'slabinfo',
  'modules',
  'cmdline',
].map((name) => `/proc/${name}`)
/** The unpacked package; uploads are smaller. */
const scriptBytes = 512 * 1024 * 1024
/** The box's user; on this machine it is another. */
const boxUser = '1000'

/** The arguments of `bwrap`, its command included. */
export function bubblewrapArguments({ bound, view, limits, outputSource, memoryHeld }: BoxPlan): string[] {
  const memory = String(limits.memoryBytes)
  const output =
    outputSource === null
      ? ['--size', String(limits.outputBytes), '--tmpfs', boxLayout.output]
      : ['--bind', outputSource, boxLayout.output]
  return [
    ['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup'],
    ['--disable-userns', '--new-session', '--as-pid-1', '--clearenv', '--cap-drop', 'ALL'],
    ['--uid', boxUser, '--gid', boxUser, '--hostname', 'box'],
    ['--seccomp', String(descriptors.seccomp), '--info-fd', String(descriptors.info)],
    system(),
    ['--proc', '/proc'],
    hiddenFiles.filter((path) => existsSync(path)).flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ['--dev', '/dev', '--size', memory, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ['--size', memory, '--tmpfs', '/tmp', '--size', String(scriptBytes), '--tmpfs', '/script'],
    output,
    bound.flatMap(({ path, source }) => ['--ro-bind', source, path]),
    Object.entries(scriptVariables(limits)).flatMap(([name, value]) => ['--setenv', name, value]),
    ['--chdir', '/', '--remount-ro', '/', '--'],
    [view.python, '-B', '-X', 'utf8', firstProcess, firstProcessLimits(limits, memoryHeld)],
  ].flat()
}

/** Programs and libraries, time zones, fonts and certificates; nothing that an administrator has put in place. */
function system(): string[] {
  return [
    ['--ro-bind', '/usr', '/usr'],
    ['/usr/local', '/usr/src'].filter((path) => existsSync(path)).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ['bin', 'sbin', 'lib', 'lib32', 'lib64'].flatMap((name) => ['--ro-bind-try', `/${name}`, `/${name}`]),
    ['ld.so.cache', 'ssl/certs', 'fonts', 'localtime', 'alternatives'].flatMap((name) => [
      '--ro-bind-try',
      `/etc/${name}`,
      `/etc/${name}`,
    ]),
  ].flat()
}

/** Where environment, first process and inputs are in a box. */
export function boundPaths(
  view: EnvironmentView,
  folder: string,
  source: string,
  inputs: Readonly<Record<string, string>>,
): BoundPath[] {
  return [
    { path: environmentFolder, source: folder },
    { path: firstProcessFolder, source },
    ...view.bases.map((base) => ({ path: base, source: base })),
    ...Object.entries(inputs).map(([path, from]) => ({ path, source: from })),
  ]
}
