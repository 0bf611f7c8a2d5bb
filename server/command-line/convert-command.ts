import { extname, resolve } from 'node:path'
import type { Command } from 'commander'
import { exportFormatOf, exportFormats, type ExportFormat } from '#recording/exports/export-formats.ts'
import { counted, type Exported, type ExportWish } from '#recording/exports/export-recording.ts'
import { signalsNamed } from '#recording/exports/signal-choice.ts'
import { examples } from './examples.ts'
import { Failure, exit } from './failure.ts'
import { appliedCatalogs } from './recordings/applied-catalogs.ts'
import { writeWhole } from './recordings/draft-file.ts'
import { exportTo } from './recordings/export-to.ts'
import { busOf, framesChosen, identifierOf, type Identifier } from './recordings/frame-choice.ts'
import { withRecording } from './recordings/opened-recording.ts'
import { rateFlags, rateOf } from './recordings/rate.ts'
import { timeWindow } from './recordings/selection.ts'
import { statusLine } from './upload/progress-line.ts'

interface ConvertOptions {
  readonly dbc: readonly string[]
  readonly from?: string
  readonly to?: string
  readonly signal: readonly string[]
  readonly rate?: number | null
  readonly bus: readonly number[]
  readonly id: readonly Identifier[]
  readonly frames: boolean
  readonly partial: boolean
  readonly force: boolean
  readonly json: boolean
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

export function addConvertCommand(program: Command): void {
  program
    .command('convert <in> <out>')
    .description('writes a recording in another format; the extension of OUT chooses it')
    .option('--dbc <file>', 'a catalog that decodes frames; 2:FILE holds for bus 2 only; may be given again', collect, [])
    .option('--from <time>', "leave out what is before: seconds since the recording's start, or a moment (ISO 8601)")
    .option('--to <time>', 'leave out this moment and what is after it')
    .option(
      '--signal <name>',
      'only this signal (Name, Message.Name, Wheel*), or the frames that hold it; may be given again',
      collect,
      [],
    )
    .option(rateFlags, 'rows a second of signals, 0.001 to 1000; -1: as recorded (the default)', rateOf)
    .option('--bus <number>', 'only frames of this bus; may be given again', busOf, [])
    .option('--id <hex>', 'only frames of this identifier; may be given again', identifierOf, [])
    .option('--frames', 'frames, where the format takes signals as well', false)
    .option('--partial', 'keep what could be read of a damaged recording', false)
    .option('--force', 'replace OUT when it is there', false)
    .option('--json', 'the outcome as JSON', false)
    .addHelpText(
      'after',
      `${examples(
        'convert drive.vsb drive.asc',
        'convert drive.blf drive.csv --dbc chassis.dbc --rate 10',
        'convert drive.mf4 part.mf4 --from 60 --to 120',
        'convert drive.vsb speed.parquet --dbc chassis.dbc --signal "Wheel*" --from 2026-11-04T06:00:00Z',
        'convert drive.blf steering.asc --bus 1 --id 25',
      )}

Formats of frames: ${extensionsWith('frames')}; of signals: ${extensionsWith('signals')}.
Where a format takes both, signals are written when --dbc, --signal or --rate is given, or no frames are there; a CSV
file also of a recording that holds signals of its own.`,
    )
    .action(convert)
}

function extensionsWith(content: 'frames' | 'signals'): string {
  return exportFormats
    .filter((format) => format[content] !== undefined)
    .map(({ extension }) => `.${extension}`)
    .join(' ')
}

async function convert(input: string, output: string, options: ConvertOptions): Promise<void> {
  const format = exportFormatOf(extname(output).slice(1).toLowerCase())
  if (!format) {
    const all = exportFormats.map(({ extension }) => `.${extension}`).join(' ')
    throw new Failure(`${output}: no format that can be written has this extension (${all}).`, exit.usage)
  }
  if (resolve(input) === resolve(output)) throw new Failure('IN and OUT are the same file.', exit.usage)
  const wish = wishOf(format, options)
  const catalogs = await appliedCatalogs(options.dbc)
  const line = statusLine(process.stderr, options.json)
  const outcome = await withRecording(input, line, async (recording) =>
    writeWhole(output, options.force, async (sink) => {
      const exported = await exportTo(recording, catalogs, wish, sink)
      if (exported.problem && !options.partial)
        throw new Failure(`${input}: ${exported.problem.message} With --partial what could be read is kept.`)
      return exported
    }),
  )
  console.log(options.json ? JSON.stringify(jsonOf(input, output, format, outcome)) : sentence(output, outcome))
}

function wishOf(format: ExportFormat, options: ConvertOptions): ExportWish {
  const { dbc, signal, rate, bus, id, from, to } = options
  const frames = framesChosen(bus, id)
  const asked = dbc.length > 0 || signal.length > 0 || rate !== undefined
  const content = options.frames || frames || !format.signals ? 'frames' : asked || !format.frames ? 'signals' : undefined
  if (content === 'frames') {
    if (!format.frames) throw new Failure(`${format.name} holds signals: --frames, --bus and --id are for frames.`, exit.usage)
    if (rate !== undefined) throw new Failure('Frames are kept as recorded: --rate is for signals, as in .csv.', exit.usage)
    if (signal.length > 0 !== dbc.length > 0)
      throw new Failure(
        '--dbc and --signal are for signals, as in .csv; together they choose the frames that hold a signal.',
        exit.usage,
      )
  }
  return {
    format,
    hertz: rate ?? null,
    window: (origin) => timeWindow(origin, from, to),
    ...(content && { content }),
    ...(frames && { frames }),
    ...(signal.length > 0 && { signals: signalsNamed(signal) }),
  }
}

/** What is printed with `--json`. */
function jsonOf(input: string, output: string, format: ExportFormat, { content, count, leftOut, problem }: Exported): object {
  const left = Object.fromEntries(leftOut)
  return { in: input, out: output, content, format: format.id, count, leftOut: left, ...(problem && { problem }) }
}

function sentence(output: string, { content, count, leftOut, problem }: Exported): string {
  const lost = [...leftOut].map(([reason, times]) => `${times} ${reason}`)
  const parts = [`${output}: ${counted(count, content)}`]
  if (lost.length > 0) parts.push(`left out: ${lost.join(', ')}`)
  if (problem) parts.push(`read until the fault: ${problem.message.replace(/\.$/, '')}`)
  return `${parts.join('; ')}.`
}
