import { existsSync } from 'node:fs'
import type { EnvironmentView } from '../environment-view.ts'
import { environmentFolder, firstProcess, firstProcessFolder, firstProcessLimits, scriptVariables } from '../environment-view.ts'
import type { BoxLimits } from '../sandbox.ts'
import { boxLayout } from '../sandbox.ts'
import { containerProfile } from '../seccomp/container-profile.ts'
import type { EngineFacts } from './container-client.ts'

export interface ContainerPlan {
  readonly engine: EngineFacts
  readonly image: string
  /** Paths of this machine that are the same in the box. */
  readonly system: readonly string[]
  /** Folders of the box, and where they are on this machine. */
  readonly inputs: Readonly<Record<string, string>>
  readonly environmentFolder: string
  readonly firstProcessSource: string
  readonly emptyFolder: string
  readonly view: EnvironmentView
  readonly limits: BoxLimits
  /** Null: all. */
  readonly processors: readonly number[] | null
  readonly uid: number
  readonly profilePath: string
  readonly labels: Readonly<Record<string, string>>
}

/** Files and folders of /proc and /sys that tell about the machine, whoever asks. */
const masked =
  'acpi asound cmdline config.gz interrupts kallsyms kcore key-users keys latency_stats modules sched_debug scsi slabinfo timer_list timer_stats'
    .split(' ')
    .map((name) => `/proc/${name}`)
    .concat('/sys')
const readOnly = ['bus', 'fs', 'irq', 'sys', 'sysrq-trigger'].map((name) => `/proc/${name}`)
const scriptBytes = 512 * 1024 * 1024
/** For the sandbox's own processes. */
const ownProcesses = 8
/** For the sandbox's own process and for files that are in memory already; the watch comes before the kernel. */
const ownMemory = 64 * 1024 * 1024
const openFiles = 1024
/** Of the usual 1024: the server and its database come first. */
const cpuShares = 256

/** What is asked of the engine (`POST /containers/create`). */
export function containerBody(plan: ContainerPlan): object {
  const { limits, view, uid, engine } = plan
  // Files in memory count as the container's memory: the output has to fit beside what the script may have. The first
  // process watches the script's own.
  const memory = limits.memoryBytes + limits.outputBytes + ownMemory
  return {
    Image: plan.image,
    Entrypoint: [],
    Cmd: [view.python, '-B', '-X', 'utf8', firstProcess, firstProcessLimits(limits, false)],
    Env: Object.entries(scriptVariables(limits)).map(([name, value]) => `${name}=${value}`),
    User: `${uid}:${uid}`,
    WorkingDir: '/',
    Hostname: 'box',
    Labels: plan.labels,
    NetworkDisabled: true,
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    HostConfig: {
      Mounts: mounts(plan),
      Tmpfs: {
        '/tmp': `rw,nosuid,nodev,size=${limits.memoryBytes},mode=1777`,
        '/script': `rw,nosuid,nodev,size=${scriptBytes},mode=1777`,
        [boxLayout.output]: `rw,nosuid,nodev,noexec,size=${limits.outputBytes},mode=1777`,
      },
      NetworkMode: 'none',
      IpcMode: 'private',
      CgroupnsMode: 'private',
      ReadonlyRootfs: true,
      Privileged: false,
      CapDrop: ['ALL'],
      SecurityOpt: securityOptions(engine, plan.profilePath),
      MaskedPaths: masked,
      ReadonlyPaths: readOnly,
      Memory: memory,
      MemorySwap: memory,
      PidsLimit: limits.processes + ownProcesses,
      NanoCpus: Math.ceil(limits.processors * 1e9),
      CpuShares: cpuShares,
      ...(plan.processors !== null && { CpusetCpus: plan.processors.join(',') }),
      ShmSize: limits.memoryBytes,
      Ulimits: [
        { Name: 'nofile', Soft: openFiles, Hard: openFiles },
        { Name: 'nproc', Soft: openFiles, Hard: openFiles },
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      LogConfig: { Type: 'none' },
      RestartPolicy: { Name: 'no' },
    },
  }
}

function mounts({ system, inputs, view, environmentFolder: folder, firstProcessSource, emptyFolder }: ContainerPlan): object[] {
  const bound = [
    ...[...system, ...view.bases].map((path) => [path, path] as const),
    [environmentFolder, folder] as const,
    [firstProcessFolder, firstProcessSource] as const,
    ...Object.entries(inputs),
    // what an administrator has put in place is nothing for scripts
    ...['/usr/local', '/usr/src'].filter((path) => existsSync(path)).map((path) => [path, emptyFolder] as const),
  ]
  return bound.map(([Target, Source]) => ({
    Type: 'bind',
    Source,
    Target,
    ReadOnly: true,
    BindOptions: { Propagation: 'rprivate' },
  }))
}

/** Docker takes the profile itself, Podman its path; and Podman takes what to hide here. */
function securityOptions(engine: EngineFacts, profilePath: string): string[] {
  if (engine.name === 'docker') return ['no-new-privileges', `seccomp=${JSON.stringify(containerProfile())}`]
  return ['no-new-privileges', `seccomp=${profilePath}`, `mask=${masked.join(':')}`]
}
