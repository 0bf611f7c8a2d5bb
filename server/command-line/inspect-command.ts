import type { Command } from 'commander'
import { examples } from './examples.ts'
import { Failure } from './failure.ts'
import type { Inspection } from './recordings/inspection.ts'
import { inspect } from './recordings/inspection.ts'
import { durationText } from './recordings/instant-text.ts'
import { withRecording } from './recordings/opened-recording.ts'
import { tableOf } from './table.ts'
import { byteText, statusLine } from './upload/progress-line.ts'

export function addInspectCommand(program: Command): void {
  program
    .command('inspect <file>')
    .description('says what a recording holds: format, times, buses, identifiers, signals, attachments, problems')
    .option('--json', 'everything as one JSON object', false)
    .addHelpText(
      'after',
      `${examples('inspect drive.mf4', 'inspect drive.vsb --json')}

Ends with 0 when all could be read, 1 when the file is damaged or no recording, 2 when the command is written wrongly.`,
    )
    .action(async (path: string, { json }: { json: boolean }) => {
      const line = statusLine(process.stderr, json)
      const inspection = await withRecording(path, line, inspect)
      console.log(json ? JSON.stringify(inspection, null, 2) : description(inspection))
      const [problem] = inspection.problems
      if (problem) throw new Failure(`${path}: ${problem.message}`)
    })
}

function description(found: Inspection): string {
  const parts = [facts(found)]
  const add = (title: string, rows: readonly Readonly<Record<string, string | number>>[]): void => {
    if (rows.length > 0) parts.push(`${title}\n${tableOf(rows)}`)
  }
  add(
    'Buses',
    found.buses.map(({ kind, channel, name, frameCount, idCount }) => ({
      bus: `${kind} ${channel}`,
      name,
      frames: frameCount,
      identifiers: idCount,
    })),
  )
  add(
    'Identifiers',
    found.ids.map((id) => ({
      bus: `${id.kind} ${id.channel}`,
      id: `${id.id.toString(16).toUpperCase()}${id.extended ? 'x' : ''}`,
      frames: id.frameCount,
      'period ms': id.medianPeriodMs ?? '-',
      bytes: id.minLength === id.maxLength ? id.minLength : `${id.minLength}-${id.maxLength}`,
    })),
  )
  add(
    'Signals',
    found.signals.map(({ group, name, unit, samples }) => ({ group, name, unit, samples })),
  )
  add(
    'Attachments',
    found.attachments.map(({ fileName, mimeType, size }) => ({ name: fileName, type: mimeType, size: byteText(size) })),
  )
  add(
    'Events',
    found.events.map(({ seconds, kind, name, comment }) => ({ seconds, kind, name, comment })),
  )
  return parts.join('\n\n')
}

function facts(found: Inspection): string {
  const special = [
    ...(found.remoteFrameCount > 0 ? [`${found.remoteFrameCount} remote`] : []),
    ...(found.errorFrameCount > 0 ? [`${found.errorFrameCount} error`] : []),
  ]
  const lines: [string, string][] = [
    ['File', `${found.file}, ${byteText(found.bytes)}`],
    ['Format', `${found.formatName} ${found.version}${found.finalized ? '' : ', not closed by its logger'}`],
    ['Start', found.start ?? '-'],
    ['End', found.end ?? '-'],
    ['Duration', found.durationSeconds === null ? '-' : durationText(found.durationSeconds)],
    ['Frames', `${found.frameCount}${special.length > 0 ? ` (${special.join(', ')})` : ''}`],
    ['Signals', `${found.signals.length}, ${found.sampleCount} samples`],
  ]
  return lines.map(([name, text]) => `${name.padEnd(10)}${text}`).join('\n')
}
