import type { Command } from 'commander'
import type { ByteSink } from '#recording/byte-sink.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { csvTable } from '#recording/exports/csv.ts'
import { examples } from './examples.ts'
import { Failure, exit } from './failure.ts'
import { appliedCatalogs } from './recordings/applied-catalogs.ts'
import { writeWhole } from './recordings/draft-file.ts'
import { withRecording, type OpenedRecording } from './recordings/opened-recording.ts'
import { rasterOf } from './recordings/raster.ts'
import { csvForm, csvTitle, jsonForm, SampleLines } from './recordings/sample-lines.ts'
import { signalChoice, timeWindow } from './recordings/selection.ts'
import { signalsOf } from './recordings/signal-source.ts'
import { withSignalTable } from './recordings/signal-table.ts'
import { OutputClosed, StandardOutput } from './recordings/standard-output.ts'
import { statusLine } from './upload/progress-line.ts'

interface DecodeOptions {
  readonly dbc: readonly string[]
  readonly csv: boolean
  readonly json: boolean
  readonly out?: string
  readonly raster?: number | null
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
    .option(
      '--raster <hertz>',
      'a column for each signal, 0.001 to 1000 rows a second; -1: a row for each moment recorded',
      rasterOf,
    )
    .option('--from <time>', "leave out what is before: seconds since the recording's start, or a moment (ISO 8601)")
    .option('--to <time>', 'leave out this moment and what is after it')
    .option('--signal <name>', 'only this signal (Name, Message.Name, Wheel*); may be given again', collect, [])
    .option('--force', 'replace the file when it is there', false)
    .addHelpText(
      'after',
      `${examples(
        'decode drive.mf4 --dbc chassis.dbc --csv > drive.csv',
        'decode drive.blf --dbc 1:engine.dbc --dbc 2:body.dbc --signal "Wheel*" --raster 10 --out wheels.csv',
        'decode drive.asc --dbc chassis.dbc --json --from 10 --to 20',
      )}

Without --raster there is a line for each sample, in order of time: Time [s], UTC, Bus, Message, Signal, Value, Unit.
With --raster there is a row for each moment and a column for each signal.`,
    )
    .action(decode)
}

async function decode(path: string, options: DecodeOptions): Promise<void> {
  const { csv, json, raster, out } = options
  if (csv && json) throw new Failure('Choose one of --csv and --json.', exit.usage)
  if (json && raster !== undefined) throw new Failure('--raster makes a table; it goes with --csv.', exit.usage)
  const line = statusLine(process.stderr, out === undefined && process.stdout.isTTY)
  await withRecording(path, line, async (recording) => {
    const write = async (sink: ByteSink): Promise<void> =>
      raster === undefined ? await writeLines(recording, options, sink) : await writeTable(recording, options, raster, sink)
    if (out !== undefined) return await writeWhole(out, options.force, write)
    await write(new StandardOutput(process.stdout)).catch((error: unknown) => {
      if (!(error instanceof OutputClosed)) throw error
    })
  })
}

/** A line for each sample. */
async function writeLines(recording: OpenedRecording, options: DecodeOptions, sink: ByteSink): Promise<void> {
  const { format, source } = recording
  const catalogs = await appliedCatalogs(options.dbc)
  // the recording's own signals, or a refusal when it has none
  const held = catalogs.length === 0 ? await signalsOf(recording, catalogs) : await format.readSignals?.(source)
  const frames = catalogs.length === 0 ? null : await format.readFrames(source, { order: 'time', reuse: true })
  const origin = frames?.origin ?? held?.origin
  if (!origin) return
  const window = timeWindow(origin, options.from, options.to)
  const form = options.json ? jsonForm(origin) : csvForm(origin)
  const wants = signalChoice(options.signal)
  const encoder = new TextEncoder()
  let title = options.json ? '' : csvTitle
  const write = async (text: string): Promise<void> => {
    if (title + text !== '') await sink.write(encoder.encode(title + text))
    title = ''
  }
  if (frames) {
    const decoder = new FrameDecoder(catalogs, frames.buses)
    const lines = new SampleLines(form, window, wants)
    for await (const block of frames.blocks) await write(lines.text(decoder.decode(block), decoder.groups, frames.buses))
  }
  if (held) {
    const lines = new SampleLines(form, window, wants)
    for await (const block of held.blocks) await write(lines.text([block], held.groups, held.buses))
  }
  await write('')
}

/** A column for each signal. */
async function writeTable(
  recording: OpenedRecording,
  { dbc, from, to, signal }: DecodeOptions,
  hertz: number | null,
  sink: ByteSink,
): Promise<void> {
  const stream = await signalsOf(recording, await appliedCatalogs(dbc))
  const window = timeWindow(stream.origin, from, to)
  await withSignalTable(stream, window, async (table) => {
    await csvTable.write(table, { selection: { ...window, wants: signalChoice(signal) }, hertz }, sink)
  })
}
