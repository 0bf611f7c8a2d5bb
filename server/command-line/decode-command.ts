import type { Command } from 'commander'
import type { ByteSink } from '#recording/byte-sink.ts'
import type { AppliedCatalog } from '#recording/catalogs/catalog.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { messageFinder } from '#recording/decode/message-finder.ts'
import { Reassembler } from '#recording/decode/transport/reassembler.ts'
import { transportedBy } from '#recording/decode/transport/transported.ts'
import { hasSignals } from '#recording/exports/decoded-store.ts'
import { exportFormatOf } from '#recording/exports/export-formats.ts'
import { signalsNamed } from '#recording/exports/signal-choice.ts'
import type { FrameStream } from '#recording/frames.ts'
import type { Instant } from '#recording/instant.ts'
import type { SampleBlock } from '#recording/signals.ts'
import { examples } from './examples.ts'
import { Failure, exit } from './failure.ts'
import { appliedCatalogs } from './recordings/applied-catalogs.ts'
import { writeWhole } from './recordings/draft-file.ts'
import { exportTo, noSignals } from './recordings/export-to.ts'
import { withRecording, type OpenedRecording } from './recordings/opened-recording.ts'
import { rateFlags, rateOf } from './recordings/rate.ts'
import { csvForm, csvTitle, jsonForm, SampleLines } from './recordings/sample-lines.ts'
import { timeWindow } from './recordings/selection.ts'
import { OutputClosed, StandardOutput } from './recordings/standard-output.ts'
import { statusLine } from './upload/progress-line.ts'

interface DecodeOptions {
  readonly dbc: readonly string[]
  readonly csv: boolean
  readonly json: boolean
  readonly out?: string
  readonly rate?: number | null
  readonly from?: string
  readonly to?: string
  readonly signal: readonly string[]
  readonly force: boolean
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

export function addDecodeCommand(program: Command): void {
  program
    .command('decode <file>')
    .description("writes a recording's signals as text, to standard output or a file")
    .option('--dbc <file>', 'a catalog that decodes frames; 2:FILE holds for bus 2 only; may be given again', collect, [])
    .option('--csv', 'comma-separated values (the default)', false)
    .option('--json', 'a JSON object for each sample, one on a line', false)
    .option('--out <file>', 'write there instead of standard output')
    .option(rateFlags, 'a column for each signal, 0.001 to 1000 rows a second; -1: a row for each moment recorded', rateOf)
    .option('--from <time>', "leave out what is before: seconds since the recording's start, or a moment (ISO 8601)")
    .option('--to <time>', 'leave out this moment and what is after it')
    .option('--signal <name>', 'only this signal (Name, Message.Name, Wheel*); may be given again', collect, [])
    .option('--force', 'replace the file when it is there', false)
    .addHelpText(
      'after',
      `${examples(
        'decode drive.mf4 --dbc chassis.dbc --csv > drive.csv',
        'decode drive.blf --dbc 1:engine.dbc --dbc 2:body.dbc --signal "Wheel*" --rate 10 --out wheels.csv',
        'decode drive.asc --dbc chassis.dbc --json --from 10 --to 20',
      )}

Without --rate there is a line for each sample, in order of time: Time [s], UTC, Bus, Message, Signal, Value, Unit.
With --rate there is a row for each moment and a column for each signal.`,
    )
    .action(decode)
}

async function decode(path: string, options: DecodeOptions): Promise<void> {
  const { csv, json, rate, out } = options
  if (csv && json) throw new Failure('Choose one of --csv and --json.', exit.usage)
  if (json && rate !== undefined) throw new Failure('--rate makes a table; it goes with --csv.', exit.usage)
  const line = statusLine(process.stderr, out === undefined && process.stdout.isTTY)
  await withRecording(path, line, async (recording) => {
    const write = async (sink: ByteSink): Promise<void> =>
      rate === undefined ? await writeLines(recording, options, sink) : await writeTable(recording, options, rate, sink)
    if (out !== undefined) return await writeWhole(out, options.force, write)
    await write(new StandardOutput(process.stdout)).catch((error: unknown) => {
      if (!(error instanceof OutputClosed)) throw error
    })
  })
}

/** A line for each sample. */
async function writeLines(recording: OpenedRecording, options: DecodeOptions, sink: ByteSink): Promise<void> {
  const { path, format, source } = recording
  const catalogs = await appliedCatalogs(options.dbc)
  if (!(await hasSignals({ format, source, catalogs }))) throw noSignals(path)
  const held = await format.readSignals?.(source)
  const frames = catalogs.length === 0 ? null : await format.readFrames(source, { order: 'time', reuse: true })
  const origin = frames?.origin ?? held?.origin
  if (!origin) return
  const window = timeWindow(origin, options.from, options.to)
  const form = options.json ? jsonForm(origin) : csvForm(origin)
  const wants = options.signal.length === 0 ? () => true : signalsNamed(options.signal)
  const encoder = new TextEncoder()
  let title = options.json ? '' : csvTitle
  const write = async (text: string): Promise<void> => {
    if (title + text !== '') await sink.write(encoder.encode(title + text))
    title = ''
  }
  if (frames) {
    const decoder = new FrameDecoder(catalogs, frames.buses)
    const lines = new SampleLines(form, window, wants)
    for await (const samples of decoded(frames, decoder, catalogs)) await write(lines.text(samples, decoder.groups, frames.buses))
  }
  if (held) {
    const lines = new SampleLines(form, window, wants)
    for await (const block of held.blocks) await write(lines.text([block], held.groups, held.buses))
  }
  await write('')
}

/** The samples of each block of frames, with those of the long messages that end in it. */
async function* decoded(
  { buses, blocks }: FrameStream,
  decoder: FrameDecoder,
  catalogs: readonly AppliedCatalog[],
): AsyncGenerator<readonly SampleBlock[]> {
  const reassembler = new Reassembler(buses, transportedBy(messageFinder(catalogs)))
  for await (const block of blocks) {
    const samples = decoder.decode(block)
    const whole = reassembler.add(block)
    // the decoder uses its memory again
    yield whole === null ? samples : [...samples.map(copyOf), ...decoder.decode(whole)]
  }
}

function copyOf(block: SampleBlock): SampleBlock {
  return {
    ...block,
    timeNs: block.timeNs.slice(),
    raw: block.raw.map((values) => values.slice()),
    valid: block.valid.map((mask) => mask?.slice() ?? null),
  }
}

/** A column for each signal. */
async function writeTable(
  recording: OpenedRecording,
  { dbc, from, to, signal }: DecodeOptions,
  hertz: number | null,
  sink: ByteSink,
): Promise<void> {
  const format = exportFormatOf('csv')
  if (!format) throw new RangeError('There is no format for tables of text')
  const wish = {
    format,
    content: 'signals',
    hertz,
    window: (origin: Instant) => timeWindow(origin, from, to),
    ...(signal.length > 0 && { signals: signalsNamed(signal) }),
  } as const
  const { problem } = await exportTo(recording, await appliedCatalogs(dbc), wish, sink)
  if (problem) throw new Failure(`${recording.path}: ${problem.message}`)
}
