import type { Settings } from '../settings/settings.ts'
import { StartError, errorCode } from '../settings/start-error.ts'

/** Prints what ended the program and returns its exit code. What an operator can solve is a sentence without a stack trace. */
export function reportProblem(error: unknown): number {
  const problem = diskFull(error) ?? error
  if (problem instanceof StartError) {
    process.stderr.write(`${problem.message}\n`)
    return problem.exitCode
  }
  process.stderr.write(
    `Loggerhead ended because of a mistake in itself; please report this:\n${problem instanceof Error ? problem.stack : String(problem)}\n`,
  )
  return 70
}

/** 53100 is PostgreSQL's disk_full. */
function diskFull(error: unknown): StartError | undefined {
  const code = errorCode(error) ?? (error instanceof Error ? errorCode(error.cause) : undefined)
  if (code !== '53100' && code !== 'ENOSPC') return undefined
  return new StartError('disk-full', 'The disk of the database or of the data folder is full: free some space and start again.')
}

/** The sentence for an address that cannot be listened on, or undefined when `error` is about something else. */
export function listeningProblem({ host, port }: Settings, error: unknown): StartError | undefined {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(
        'port-taken',
        `Port ${port} of ${host} is taken by another program: stop that one, or set LOGGERHEAD_PORT to another port.`,
      )
    case 'EACCES':
      return new StartError(
        'port-forbidden',
        `This user may not listen on port ${port}: set LOGGERHEAD_PORT to a port from 1024 up.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        'host-unknown',
        `${host} is not an address of this machine: set LOGGERHEAD_HOST to 127.0.0.1, 0.0.0.0 or an address of this machine.`,
      )
    default:
      return undefined
  }
}
