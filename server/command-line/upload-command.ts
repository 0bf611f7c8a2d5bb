import type { Command } from 'commander'
import { createDeviceUpload, createUpload } from '#contract/uploads.ts'
import { examples } from './examples.ts'
import { Failure, exit } from './failure.ts'
import { folderOf, serverOf } from './upload/api.ts'
import { statedDates } from './upload/dates.ts'
import type { LocalFile } from './upload/local-files.ts'
import { localFiles } from './upload/local-files.ts'
import { byteText, statusLine, uploadProgress } from './upload/progress-line.ts'
import type { Delivered } from './upload/resumable.ts'
import { deliver } from './upload/resumable.ts'
import { signIn } from './upload/signed-in.ts'
import type { TargetOptions } from './upload/target.ts'
import { findTarget } from './upload/target.ts'
import { unfinishedUpload } from './upload/unfinished.ts'

interface UploadOptions extends TargetOptions {
  readonly server: string
  readonly collection?: string
  readonly group?: string
  readonly start?: string
  readonly end?: string
  readonly user?: string
  readonly passwordStdin?: boolean
  readonly json: boolean
}

export function addUploadCommand(program: Command): void {
  program
    .command('upload <files...>')
    .description('sends files and folders to a server; run it again to continue what was interrupted')
    .option('--server <address>', 'the server', process.env['LOGGERHEAD_URL'] ?? 'http://127.0.0.1:8080')
    .option('--vehicle <name>', 'the vehicle the files are of; "Fleet/Name" where several have the name')
    .option('--device <serial>', 'the logger that recorded them, by its serial')
    .option('--collection <name>', "what the recordings are called; each file's own name when absent")
    .option('--group <name>', 'keeps the uploads together')
    .option('--start <time>', "begin of the recordings, ISO 8601; read from the recording, or the file's time, when absent")
    .option('--end <time>', 'their end')
    .option('--user <name>', 'user name; else LOGGERHEAD_USER, else it is asked for')
    .option(
      '--password-stdin',
      'take the first line of standard input as the password; else LOGGERHEAD_PASSWORD, else it is asked for',
    )
    .option('--json', 'one line of JSON for each file', false)
    .addHelpText(
      'after',
      `${examples('upload drive.mf4 --vehicle "Test car 1" --collection Drive', 'upload ./recordings --device F30021 --server https://fleet.example.com --user maria')}
  LOGGERHEAD_TOKEN=lhd_... npx loggerhead upload drive.vsb --collection Drive`,
    )
    .action(upload)
}

async function upload(paths: string[], options: UploadOptions): Promise<void> {
  const server = serverOf(options.server)
  const files = await localFiles(paths)
  if (files.length === 0) throw new Failure('There are no files to send.')
  const pause = new AbortController()
  const who = await signIn(server, options)
  const target = await findTarget(server, who, options)
  const endpoint = new URL(`.${(who.device ? createDeviceUpload : createUpload).path}`, folderOf(server))
  const line = statusLine(process.stderr, options.json)
  const onInterrupt = (): void => pause.abort()
  // not once: a terminal and npx both pass Control-C on
  process.on('SIGINT', onInterrupt).on('SIGTERM', onInterrupt)
  try {
    for (const file of files) {
      const metadata = { ...(await metadataOf(file, options)), ...target }
      const unfinished = unfinishedUpload(
        [endpoint.href, file.path, file.size, file.modified, JSON.stringify(metadata)],
        file.path,
      )
      const progress = uploadProgress(line, file.name, file.size)
      const delivered = await deliver({ endpoint, file, metadata, who, unfinished, signal: pause.signal, progress })
      line.clear()
      console.log(options.json ? JSON.stringify({ file: file.path, size: file.size, ...delivered }) : sentence(file, delivered))
    }
  } catch (error) {
    line.clear()
    if (pause.signal.aborted) throw new Failure('Paused: run the same command again to continue.', exit.paused)
    throw error
  } finally {
    process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
    await who.signOut()
  }
}

async function metadataOf(file: LocalFile, options: UploadOptions): Promise<Record<string, string>> {
  const [start, end] = [timeOf('--start', options.start), timeOf('--end', options.end)]
  return {
    filename: file.name,
    collection: options.collection ?? collectionOf(file.name),
    ...(await statedDates(file, { ...(start && { start }), ...(end && { end }) })),
    ...(options.group !== undefined && { group: options.group }),
  }
}

/** ColdStart_001.mf4 is the first ColdStart. */
function collectionOf(name: string): string {
  return name.replace(/\.[^.]*$/, '').replace(/_\d+$/, '') || name
}

function timeOf(option: string, given: string | undefined): Date | undefined {
  if (given === undefined) return undefined
  const time = new Date(given)
  if (Number.isNaN(time.getTime()))
    throw new Failure(`${option} ${given} is not a time: write one such as 2026-11-04T06:07:12Z.`, exit.usage)
  return time
}

function sentence(file: LocalFile, { uploadId, duplicate }: Delivered): string {
  const where = uploadId === null ? '' : ` as upload ${uploadId}`
  return duplicate ? `${file.name}: the server had it already${where}.` : `${file.name}: ${byteText(file.size)} sent${where}.`
}
