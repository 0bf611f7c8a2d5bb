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
