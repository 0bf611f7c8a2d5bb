import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { FrameFormat } from '#recording/formats/format.ts'
import type { TableFormat } from '#recording/exports/table-format.ts'
import { examples } from './examples.ts'
import { Failure, exit } from './failure.ts'
import { appliedCatalogs } from './recordings/applied-catalogs.ts'
import { writeWhole } from './recordings/draft-file.ts'
import { outputExtensions, outputFormat, type OutputFormat } from './recordings/output-formats.ts'
import { withRecording, type OpenedRecording } from './recordings/opened-recording.ts'
import { rasterOf } from './recordings/raster.ts'
import { framesWithin, signalChoice, timeWindow } from './recordings/selection.ts'
import { signalsOf } from './recordings/signal-source.ts'
import { withSignalTable } from './recordings/signal-table.ts'
import { statusLine } from './upload/progress-line.ts'

interface ConvertOptions {
  readonly dbc: readonly string[]
  readonly from?: string
  readonly to?: string
  readonly signal: readonly string[]
  readonly raster?: number | null
  readonly force: boolean
  readonly json: boolean
}

/** What came of a conversion, as it is printed with `--json`. */
interface Outcome {
  readonly content: 'frames' | 'signals'
  readonly format: string
  /** Frames written, or signals. */
  readonly count: number
  /** What the format could not keep, by reason. */
  readonly leftOut: Readonly<Record<string, number>>
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

export function addConvertCommand(program: Command): void {
  program
    .command('convert <in> <out>')
    .description('writes a recording in another format; the extension of OUT chooses it')
    .option('--dbc <file>', 'a catalog that decodes frames; 2:FILE holds for bus 2 only; may be given again', collect, [])
    .option('--from <time>', "leave out what is before: seconds since the recording's start, or a moment (ISO 8601)")
    .option('--to <time>', 'leave out this moment and what is after it')
    .option('--signal <name>', 'only this signal (Name, Message.Name, Wheel*); may be given again', collect, [])
    .option('--raster <hertz>', 'rows a second of signals, 0.001 to 1000; -1: as recorded (the default)', rasterOf)
    .option('--force', 'replace OUT when it is there', false)
    .option('--json', 'the outcome as JSON', false)
    .addHelpText(
      'after',
      `${examples('convert drive.vsb drive.asc', 'convert drive.blf drive.csv --dbc chassis.dbc --raster 10', 'convert drive.mf4 part.mf4 --from 60 --to 120')}

Formats that can be written: ${outputExtensions()}.
Where an extension stands for both, signals are written when --dbc, --signal or --raster is given, or no frames are there.`,
    )
    .action(convert)
}

async function convert(input: string, output: string, options: ConvertOptions): Promise<void> {
  const target = outputFormat(output)
  if (!target)
    throw new Failure(`${output}: no format that can be written has this extension (${outputExtensions()}).`, exit.usage)
  if (resolve(input) === resolve(output)) throw new Failure('IN and OUT are the same file.', exit.usage)
  const line = statusLine(process.stderr, options.json)
  const outcome = await withRecording(input, line, async (recording) => {
    const { frames, signals } = await chosen(recording, target, options)
    return await writeWhole(output, options.force, async (sink) =>
      frames ? await writeFrames(recording, frames, options, sink) : await writeSignals(recording, signals, options, sink),
    )
  })
  console.log(options.json ? JSON.stringify({ in: input, out: output, ...outcome }) : sentence(output, outcome))
}

/** Frames or signals, where the extension leaves it open. */
async function chosen(
  recording: OpenedRecording,
  { frames, signals }: OutputFormat,
  { dbc, signal, raster }: ConvertOptions,
): Promise<{ frames: FrameFormat; signals?: never } | { frames?: never; signals: TableFormat }> {
  const asked = dbc.length > 0 || signal.length > 0 || raster !== undefined
  if (signals && (!frames || asked || !(await hasFrames(recording)))) return { signals }
  if (!frames) throw new RangeError('A format writes frames or signals')
  if (asked)
    throw new Failure(`${frames.name} holds frames: --dbc, --signal and --raster are for signals, as in .csv.`, exit.usage)
  return { frames }
}

async function hasFrames({ format, source }: OpenedRecording): Promise<boolean> {
  const stream = await format.readFrames(source, { order: 'file', reuse: true })
  for await (const block of stream.blocks) if (block.count > 0) return true
  return false
}

type Sink = Parameters<FrameFormat['open']>[0]

async function writeFrames(
  { format, source }: OpenedRecording,
  target: FrameFormat,
  { from, to }: ConvertOptions,
  sink: Sink,
): Promise<Outcome> {
  const stream = await format.readFrames(source, { order: 'time' })
  const window = timeWindow(stream.origin, from, to)
  const writer = target.open(sink)
  await writer.begin(stream.origin, stream.buses)
  let count = 0
  for await (const block of stream.blocks) {
    const wanted = framesWithin(block, window)
    if (!wanted) continue
    await writer.write(wanted)
    count += wanted.count
  }
  const leftOut = await writer.finish()
  for (const lost of leftOut.values()) count -= lost
  return { content: 'frames', format: target.id, count, leftOut: Object.fromEntries(leftOut) }
}

async function writeSignals(
  recording: OpenedRecording,
  target: TableFormat,
  { dbc, from, to, signal, raster }: ConvertOptions,
  sink: Sink,
): Promise<Outcome> {
  const stream = await signalsOf(recording, await appliedCatalogs(dbc))
  const window = timeWindow(stream.origin, from, to)
  const wants = signalChoice(signal)
  return await withSignalTable(stream, window, async (table) => {
    const count = table.groups.reduce((sum, group) => sum + group.signals.filter((each) => wants(each, group)).length, 0)
    if (count === 0) throw nothingWanted(recording.path, signal)
    const leftOut = await target.write(table, { selection: { ...window, wants }, hertz: raster ?? null }, sink)
    return { content: 'signals', format: target.id, count, leftOut: Object.fromEntries(leftOut) }
  })
}

function nothingWanted(path: string, patterns: readonly string[]): Failure {
  return patterns.length > 0
    ? new Failure(`There is no signal ${patterns.join(' or ')} in ${path} as it was decoded; nothing was written.`)
    : new Failure(`No frame of ${path} matches a message of the catalogs; nothing was written.`)
}

function sentence(output: string, { content, count, leftOut }: Outcome): string {
  const lost = Object.entries(leftOut).map(([reason, times]) => `${times} ${reason}`)
  return `${output}: ${count} ${content}${lost.length > 0 ? `; left out: ${lost.join(', ')}` : ''}.`
}
