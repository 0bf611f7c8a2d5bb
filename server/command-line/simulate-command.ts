import type { Command } from 'commander'
import { InvalidArgumentError, Option } from 'commander'
import type { NetworkKind, Progress } from '#simulator/main.ts'
import { byteSize } from '#server/settings/values.ts'
import { examples } from './examples.ts'
import { Failure, exit } from './failure.ts'
import { writeWhole } from './recordings/draft-file.ts'
import { serverOf } from './upload/api.ts'
import { byteText, statusLine, uploadProgress } from './upload/progress-line.ts'
import { signIn } from './upload/signed-in.ts'

interface SimulateCommandOptions {
  readonly server: string
  readonly user?: string
  readonly passwordStdin?: boolean
  readonly vehicles?: number
  readonly months?: number
  readonly groups?: number
  readonly live?: boolean
  readonly speedup?: number
  readonly network: NetworkKind
  readonly seed?: string
  readonly crowding?: number
  readonly recording?: string
  readonly size: number
  readonly force: boolean
  readonly json: boolean
}

/** As the simulator has them; it is loaded only when the command runs. */
const networks = ['good', 'slow', 'cut', 'blackhole', 'duplicate', 'reorder'] as const satisfies readonly NetworkKind[]

export function addSimulateCommand(program: Command): void {
  program
    .command('simulate')
    .description('runs pretend loggers against a running server; fleets, vehicles and devices are made when missing')
    .option('--server <address>', 'the server', process.env['LOGGERHEAD_URL'] ?? 'http://127.0.0.1:8080')
    .option('--vehicles <count>', 'number of vehicles; 9 when absent', wholeNumber)
    .option('--months <count>', 'months of history up to now; 4 when absent', wholeNumber)
    .option('--groups <count>', 'test sessions of each vehicle; 8 when absent', wholeNumber)
    .option('--live', 'drive from now on until Control-C, instead of history')
    .option('--speedup <factor>', 'with --live: how much faster than real time; 60 when absent', wholeNumber)
    .addOption(new Option('--network <kind>', 'the network between loggers and server').choices(networks).default('good'))
    .option('--seed <text>', 'another seed, other drives; the same seed, the same drives')
    .option('--crowding <factor>', 'this many times as many frames, for large recordings', wholeNumber)
    .option('--recording <file>', 'no fleet: write one long recording of a drive to this VSB file')
    .option('--size <bytes>', 'with --recording: at least this large, such as 500MB', sizeOf, 2_000_000_000)
    .option('--force', 'with --recording: replace the file when it is there', false)
    .option('--user <name>', 'an administrator; else LOGGERHEAD_USER, else it is asked for')
    .option(
      '--password-stdin',
      'take the first line of standard input as the password; else LOGGERHEAD_PASSWORD, else it is asked for',
    )
    .option('--json', 'the outcome as JSON', false)
    .addHelpText(
      'after',
      examples(
        'simulate',
        'simulate --vehicles 3 --months 1 --network cut',
        'simulate --live --speedup 10',
        'simulate --recording long.vsb --size 2GB',
      ),
    )
    .action((options: SimulateCommandOptions) =>
      options.recording === undefined ? simulateFleet(options) : writeRecording(options.recording, options),
    )
}

async function writeRecording(file: string, { seed, size, force, json }: SimulateCommandOptions): Promise<void> {
  const { writeLongRecording } = await import('#simulator/files/long-recording.ts')
  const line = statusLine(process.stderr, json)
  const progress = uploadProgress(line, file, size)
  const { outcome, bytes } = await writeWhole(file, force, async (sink) => {
    const onProgress = (written: number): void => progress(Math.min(written, size))
    return { outcome: await writeLongRecording(sink, size, { seed, onProgress }), bytes: sink.position }
  })
  line.clear()
  const end = { file, bytes, ...outcome }
  console.log(json ? JSON.stringify(end) : `${file}: ${outcome.frameCount} frames, ${byteText(bytes)}`)
}

async function simulateFleet(options: SimulateCommandOptions): Promise<void> {
  const server = serverOf(options.server)
  const who = await signIn(server, options)
  const { DeliveryFailed, ProvisioningFailed, simulate } = await import('#simulator/main.ts')
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt)
  const line = statusLine(process.stderr, options.json)
  try {
    const accessToken = (await who.authorization()).replace(/^Bearer /, '')
    const { network, seed, vehicles, crowding } = options
    const plan = options.live
      ? ({ kind: 'live', speedup: options.speedup } as const)
      : ({ kind: 'history', months: options.months, groupsPerVehicle: options.groups } as const)
    const onProgress = (progress: Progress): void => line.show(sentence(progress))
    const end = await simulate({
      server: server.href,
      access: { accessToken },
      plan,
      network,
      seed,
      vehicles,
      crowding,
      signal: stop.signal,
      onProgress,
    })
    line.clear()
    console.log(options.json ? JSON.stringify(end) : sentence(end))
  } catch (error) {
    line.clear()
    if (stop.signal.aborted) throw new Failure('Stopped.', options.live ? exit.done : exit.paused)
    if (error instanceof DeliveryFailed || error instanceof ProvisioningFailed) throw new Failure(error.message)
    throw error
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
    await who.signOut()
  }
}

function sizeOf(given: string): number {
  const { success, data } = byteSize.safeParse(given)
  if (!success || data < 1) throw new InvalidArgumentError('Write a size such as 500MB or 2GB.')
  return data
}

function wholeNumber(given: string): number {
  const value = Number(given)
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('Write a whole number from 1.')
  return value
}

function sentence({ recordings, recordingsPlanned, files, bytes, duplicates }: Progress): string {
  const known = duplicates === 0 ? '' : `, ${duplicates} of them known already`
  return `${recordings}${recordingsPlanned === null ? '' : ` of ${recordingsPlanned}`} recordings, ${files} files (${byteText(bytes)})${known}`
}
