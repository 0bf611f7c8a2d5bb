import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { BoxFolder, seenFolders, sweepBoxFolders } from '../box-folder.ts'
import { takeUser } from '../slot-users.ts'
import { firstProcessSource, viewEnvironment } from '../environment-view.ts'
import type { LaunchedBox, Launcher } from '../launcher.ts'
import type { BoxEnvironment, BoxLimits } from '../sandbox.ts'
import { SandboxError } from '../sandbox.ts'
import { containerProfile } from '../seccomp/container-profile.ts'
import { isAlive } from '../process-alive.ts'
import type { ProcessorShare } from '../processor-shares.ts'
import { ProcessorShares } from '../processor-shares.ts'
import { readAttached } from './attached-streams.ts'
import { provideBaseImage } from './base-image.ts'
import type { ContainerClient, EngineFacts } from './container-client.ts'
import { containerBody } from './container-body.ts'

const labels = { box: 'loggerhead.box', worker: 'loggerhead.worker' } as const

/** Starts boxes as containers of a Docker-compatible engine on this machine. */
export class ContainerLauncher implements Launcher {
  readonly kind = 'docker'
  readonly #client: ContainerClient
  readonly #facts: EngineFacts
  readonly #folder: string
  readonly #base: { image: string; bound: string[] }
  readonly #profile: string
  readonly #label: string
  readonly #shares = new ProcessorShares()

  private constructor(
    client: ContainerClient,
    facts: EngineFacts,
    folder: string,
    base: { image: string; bound: string[] },
    profile: string,
    label: string,
  ) {
    this.#client = client
    this.#facts = facts
    this.#folder = folder
    this.#base = base
    this.#profile = profile
    this.#label = label
  }

  /** @param folder of our own, on the disk of the blobs. @throws SandboxError */
  static async open(client: ContainerClient, folder: string): Promise<ContainerLauncher> {
    const facts = await client.facts()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await sweepBoxFolders(folder)
    // boxes of other installations on this machine are not ours to remove
    const label = createHash('sha256').update(folder).digest('hex').slice(0, 16)
    for (const { id, labels: given } of await client.labelled(`${labels.box}=${label}`))
      if (!isAlive(Number(given[labels.worker]))) await client.remove(id)
    const base = await provideBaseImage(client)
    const profile = join(folder, `${process.pid}-profile.json`)
    await mkdir(join(folder, `${process.pid}-empty`), { recursive: true, mode: 0o755 })
    await writeFile(profile, JSON.stringify(containerProfile()), { mode: 0o600 })
    return new ContainerLauncher(client, facts, folder, base, profile, label)
  }

  get facts(): EngineFacts {
    return this.#facts
  }

  async launch(environment: BoxEnvironment, limits: BoxLimits): Promise<LaunchedBox> {
    const view = await viewEnvironment(environment).catch((error: unknown) => {
      throw new SandboxError(`The analysis environment ${environment.name} is not usable: ${String(error)}.`)
    })
    const name = `${process.pid}-${randomBytes(6).toString('hex')}`
    const folder = new BoxFolder(join(this.#folder, name))
    await folder.make()
    const user = takeUser()
    const share = this.#shares.take(limits.processors)
    const release = (): void => {
      user.release()
      share.release()
    }
    const body = containerBody({
      engine: this.#facts,
      image: this.#base.image,
      system: this.#base.bound,
      inputs: Object.fromEntries(seenFolders.map((path) => [path, folder.seen(path)])),
      environmentFolder: environment.folder,
      firstProcessSource,
      emptyFolder: this.#empty,
      view,
      limits,
      processors: share.processors,
      uid: this.#facts.rootless ? 1000 : user.uid,
      profilePath: this.#profile,
      labels: { [labels.box]: this.#label, [labels.worker]: String(process.pid) },
    })
    try {
      const id = await this.#client.create(`loggerhead-box-${name}`, body)
      const box = await ContainerBox.start(this.#client, id, folder, share, release).catch(async (error: unknown) => {
        await this.#client.remove(id)
        throw error
      })
      return box
    } catch (error) {
      release()
      await folder.remove()
      throw error
    }
  }

  get #empty(): string {
    return join(this.#folder, `${process.pid}-empty`)
  }

  async close(): Promise<void> {
    await rm(this.#empty, { recursive: true, force: true })
    await rm(this.#profile, { force: true })
  }
}

class ContainerBox implements LaunchedBox {
  readonly folder: BoxFolder
  readonly input: Writable
  readonly output: Readable
  readonly ended: Promise<string>
  readonly #client: ContainerClient
  readonly #id: string
  readonly #share: ProcessorShare
  readonly #release: () => void
  #reached: ReadonlySet<'memory' | 'processes'> = new Set()
  #hasEnded = false

  private constructor(
    client: ContainerClient,
    id: string,
    folder: BoxFolder,
    share: ProcessorShare,
    release: () => void,
    streams: Streams,
  ) {
    this.#client = client
    this.#id = id
    this.folder = folder
    this.#share = share
    this.#release = release
    this.input = streams.input
    this.output = streams.output
    this.ended = this.#wait(streams)
  }

  static async start(
    client: ContainerClient,
    id: string,
    folder: BoxFolder,
    share: ProcessorShare,
    release: () => void,
  ): Promise<ContainerBox> {
    const stream = await client.attach(id)
    stream.on('error', () => undefined)
    const { output, said } = readAttached(stream)
    await client.start(id)
    return new ContainerBox(client, id, folder, share, release, { input: stream, output, said, close: () => stream.destroy() })
  }

  async begin(): Promise<void> {
    this.#share.begin()
  }

  company(): number {
    return this.#share.company()
  }

  forceEnd(): void {
    if (!this.#hasEnded) void this.#client.kill(this.#id).catch(() => undefined)
  }

  async limitsReached(): Promise<ReadonlySet<'memory' | 'processes'>> {
    return this.#reached
  }

  async remove(): Promise<void> {
    await this.ended
    await this.#client.remove(this.#id)
    await this.folder.remove()
    this.#release()
  }

  async #wait({ said, close }: Streams): Promise<string> {
    let problem = ''
    try {
      await this.#client.wait(this.#id)
      if (await this.#client.ranOutOfMemory(this.#id)) this.#reached = new Set(['memory'])
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
      // an engine that does not answer may still have it running
      await this.#client.remove(this.#id).catch(() => undefined)
    }
    this.#hasEnded = true
    this.#share.release()
    close()
    return problem || said()
  }
}

interface Streams {
  readonly input: Writable
  readonly output: Readable
  readonly said: () => string
  readonly close: () => void
}
