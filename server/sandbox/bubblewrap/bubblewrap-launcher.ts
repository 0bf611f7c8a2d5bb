import { randomBytes } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { systemCode } from '#server/disk/disk-space.ts'
import { BoxFolder, seenFolders, sweepBoxFolders } from '../box-folder.ts'
import { firstProcessSource, viewEnvironment } from '../environment-view.ts'
import type { LaunchedBox, Launcher } from '../launcher.ts'
import type { BoxEnvironment, BoxLimits } from '../sandbox.ts'
import { SandboxError } from '../sandbox.ts'
import { isAlive } from '../process-alive.ts'
import type { ProcessorShare } from '../processor-shares.ts'
import { ProcessorShares } from '../processor-shares.ts'
import { takeUser } from '../slot-users.ts'
import { filterMachine, filterProgram } from '../seccomp/filter-program.ts'
import { boundPaths, bubblewrapArguments } from './bubblewrap-arguments.ts'
import type { ControlGroup } from './control-group.ts'
import type { ControlGroups } from './control-groups.ts'
import { asDedicatedUser, asOurselves, stagedOutput } from './launch-commands.ts'

/** What this machine lets bubblewrap do. */
export interface BubblewrapMeans {
  readonly bwrap: string
  /** Root: each box has a user of its own. */
  readonly dedicatedUsers: boolean
  /** Root, with loop devices: the output is on the disk, otherwise in memory. */
  readonly images: boolean
  /** A sentence: why not. */
  readonly controlGroups: ControlGroups | string
  /** A folder of our own on the disk of the blobs. */
  readonly folder: string
}

const shell = '/bin/sh'
/** The environment of the programs before `bwrap`, which gives the script another. */
const launchPath = '/usr/sbin:/usr/bin:/sbin:/bin'
const maxMessage = 4_000

/** Starts boxes with bubblewrap. */
export class BubblewrapLauncher implements Launcher {
  readonly kind = 'bubblewrap'
  readonly #means: BubblewrapMeans
  readonly #filter: string
  readonly #shares = new ProcessorShares()

  private constructor(means: BubblewrapMeans, filter: string) {
    this.#means = means
    this.#filter = filter
  }

  /** @throws SandboxError on a machine that there is no filter of system calls for */
  static async open(means: BubblewrapMeans): Promise<BubblewrapLauncher> {
    const machine = filterMachine()
    if (machine === undefined) throw new SandboxError(`There is no filter of system calls for ${process.arch}.`)
    await mkdir(means.folder, { recursive: true, mode: 0o700 })
    await sweepBoxFolders(means.folder)
    if (typeof means.controlGroups !== 'string') await means.controlGroups.sweep()
    const filter = join(means.folder, `${process.pid}-filter`)
    await writeFile(filter, filterProgram(machine), { mode: 0o600 })
    return new BubblewrapLauncher(means, filter)
  }

  async launch(environment: BoxEnvironment, limits: BoxLimits): Promise<LaunchedBox> {
    const view = await viewEnvironment(environment).catch((error: unknown) => {
      throw new SandboxError(`The analysis environment ${environment.name} is not usable: ${String(error)}.`)
    })
    const folder = new BoxFolder(join(this.#means.folder, `${process.pid}-${randomBytes(6).toString('hex')}`))
    await folder.make()
    const inputs = Object.fromEntries(seenFolders.map((path) => [path, folder.seen(path)]))
    const bound = boundPaths(view, environment.folder, firstProcessSource, inputs)
    const { controlGroups, images, dedicatedUsers, bwrap } = this.#means
    const group = typeof controlGroups === 'string' ? null : await controlGroups.make(limits)
    const user = dedicatedUsers ? takeUser() : null
    // with control groups the share is taken when the work begins; without, nobody can change it for all threads later
    const early = group === null ? this.#shares.take(limits.processors) : null
    const takeShare = (): ProcessorShare => this.#shares.take(limits.processors)
    const plan = { view, limits, memoryHeld: group !== null && images }
    const args =
      user === null
        ? asOurselves(bwrap, bubblewrapArguments({ ...plan, bound, outputSource: null }), early?.processors?.join(',') ?? null)
        : asDedicatedUser(
            bwrap,
            (staged) => bubblewrapArguments({ ...plan, bound: staged, outputSource: images ? stagedOutput : null }),
            {
              uid: user.uid,
              bound,
              image: images ? imageOf(folder, limits) : null,
            },
          )
    const box = new BubblewrapBox(folder, group, early ?? takeShare, () => user?.release())
    try {
      await box.start(args, this.#filter)
    } catch (error) {
      box.forceEnd()
      await box.remove()
      throw new SandboxError(`bubblewrap could not be started: ${String(error)}.`)
    }
    return box
  }

  async close(): Promise<void> {
    await rm(this.#filter, { force: true })
  }
}

/** As large as the output may be, and what the file system needs for itself. */
function imageOf(folder: BoxFolder, { outputBytes, outputFiles }: BoxLimits): { path: string; bytes: number; inodes: number } {
  const inodes = outputFiles + 1_024
  return {
    path: join(folder.path, 'output.image'),
    bytes: Math.ceil(outputBytes * 1.03) + inodes * 256 + 20 * 1024 * 1024,
    inodes,
  }
}

class BubblewrapBox implements LaunchedBox {
  readonly folder: BoxFolder
  readonly #group: ControlGroup | null
  /** Its processors, or how to take them when the work begins. */
  #share: ProcessorShare | (() => ProcessorShare)
  readonly #release: () => void
  #child: ChildProcess | undefined
  #ended: Promise<string> | undefined
  #hasEnded = false

  constructor(
    folder: BoxFolder,
    group: ControlGroup | null,
    share: ProcessorShare | (() => ProcessorShare),
    release: () => void,
  ) {
    this.folder = folder
    this.#group = group
    this.#share = share
    this.#release = release
  }

  async start(args: readonly string[], filter: string): Promise<void> {
    const seccomp = openSync(filter, 'r')
    const info = openSync(this.#infoPath, 'wx', 0o600)
    try {
      const stdio = ['pipe', 'pipe', 'pipe', seccomp, info] as const
      this.#child = spawn(shell, args, { stdio: [...stdio], env: { PATH: launchPath }, cwd: '/', detached: true })
    } finally {
      closeSync(seccomp)
      closeSync(info)
    }
    this.#ended = this.#watch(this.#child)
    const pid = this.#child.pid
    if (pid === undefined) throw new SandboxError(`${shell} could not be started.`)
    await this.#group?.add(pid)
    this.input.write('go\n')
  }

  async begin(): Promise<void> {
    if (this.#hasEnded) return
    if (typeof this.#share === 'function') this.#share = this.#share()
    this.#share.begin()
    await this.#group?.begin(this.#share.processors)
  }

  company(): number {
    return typeof this.#share === 'function' ? 0 : this.#share.company()
  }

  get input(): Writable {
    return streamOf(this.#child?.stdin)
  }

  get output(): Readable {
    return streamOf(this.#child?.stdout)
  }

  get ended(): Promise<string> {
    return this.#ended ?? Promise.resolve('')
  }

  forceEnd(): void {
    const child = this.#child
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const first = this.#first
    try {
      // a bwrap that is killed before its first process is there leaves the half-made box waiting for ever: told that nobody
      // is there any more, it ends by itself as soon as it can
      if (first === undefined) this.input.destroy()
      else process.kill(first, 'SIGKILL')
    } catch (error) {
      if (systemCode(error) !== 'ESRCH') throw error
    }
    void this.#group?.end()
  }

  async limitsReached(): Promise<ReadonlySet<'memory' | 'processes'>> {
    return (await this.#group?.limitsReached()) ?? new Set()
  }

  async remove(): Promise<void> {
    await this.ended
    await this.#group?.remove()
    await this.folder.remove()
    this.#release()
  }

  /** `bwrap` ends when the first process and, by the kernel, all others have ended. */
  async #watch(child: ChildProcess): Promise<string> {
    let said = ''
    child.stderr?.on('data', (data: Buffer) => (said = `${said}${data.toString()}`.slice(-maxMessage)))
    const message = await new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(String(error)))
      child.once('close', () => resolve(said.trim()))
    })
    await this.#allGone()
    this.#hasEnded = true
    if (typeof this.#share !== 'function') this.#share.release()
    return message
  }

  async #allGone(): Promise<void> {
    // the kernel needs a moment; much later the number belongs to somebody else
    const first = this.#first
    for (let looks = 0; looks < 1_000 && first !== undefined && isAlive(first); looks++) await pause(5)
    await this.#group?.end()
  }

  get #infoPath(): string {
    return join(this.folder.path, 'bubblewrap.json')
  }

  /**
   * The first process, as this machine counts; with it ends everything. bwrap says it in a file and not in a pipe: one whose
   * reader is gone would kill bwrap in the middle of its work.
   */
  get #first(): number | undefined {
    const pid = /"child-pid": *(\d+)/.exec(readFileSync(this.#infoPath, 'utf8'))?.[1]
    return pid === undefined ? undefined : Number(pid)
  }
}

function streamOf<T>(stream: T | null | undefined): T {
  if (!stream) throw new Error('the box has not been started')
  return stream
}
