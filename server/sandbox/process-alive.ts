import { readdirSync, readFileSync } from 'node:fs'
import { systemCode } from '#server/disk/disk-space.ts'

/** Whether a process of this machine is there, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

/** Processes of this machine that have the text in their command line, and the program's name in its first word. */
export function processesWith(text: string, program = ''): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(Number)
    .filter((pid) => {
      const words = commandLine(pid)
      return words.includes(text) && (words.split('\0')[0] ?? '').endsWith(program)
    })
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended meanwhile
  }
}
