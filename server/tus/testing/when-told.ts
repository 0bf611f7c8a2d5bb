import { once } from 'node:events'

/** What a program under the kill sweep is told. */
export interface ProgramFolders {
  readonly staging: string
  readonly archive: string
  readonly port: number
}

/**
 * The main function of a program under the kill sweep. It is started ahead of its turn, since loading takes longer than
 * it will live, says `ready`, and begins when a line comes on its standard input.
 */
export async function whenTold(start: (folders: ProgramFolders) => Promise<void>): Promise<void> {
  const [staging, archive, port] = process.argv.slice(2)
  if (staging === undefined || archive === undefined) throw new Error('usage: <program> STAGING ARCHIVE PORT')
  process.stdout.write('ready\n')
  await once(process.stdin, 'data')
  await start({ staging, archive, port: Number(port) })
  process.stdout.write('listening\n')
}
