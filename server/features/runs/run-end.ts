import type { BoxEnd, BoxLimits } from '#server/sandbox/sandbox.ts'
import { SandboxError } from '#server/sandbox/sandbox.ts'

/** Of the script's last word on standard error, characters. */
const mostSaid = 300

/**
 * Why a script failed, in one sentence; null when it did not.
 * @throws SandboxError when the sandbox failed, not the script: trying again may help
 */
export function failureOf(end: BoxEnd, limits: BoxLimits, lastError: string | undefined): string | null {
  switch (end.why) {
    case 'exited':
      if (end.code === 0) return null
      return `The script ended with code ${end.code}${lastError === undefined ? '' : `: ${lastError.slice(0, mostSaid)}`}`
    case 'signal':
      return `The script was ended by the signal ${end.signal}`
    case 'time':
      return `The script took longer than ${limits.seconds} s and was ended`
    case 'memory':
      return `The script needed more than ${bytesOf(limits.memoryBytes)} of memory and was ended`
    case 'processes':
      return `The script started more than ${limits.processes} processes and threads`
    case 'output':
      return `The script's files took more than ${bytesOf(limits.outputBytes)}, or were more than ${limits.outputFiles}`
    case 'canceled':
      throw new SandboxError('The sandbox was stopped')
    case 'lost':
      throw new SandboxError(`The sandbox failed: ${end.reason}`)
    default:
      return end satisfies never
  }
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

function bytesOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${units[power]}`
}
