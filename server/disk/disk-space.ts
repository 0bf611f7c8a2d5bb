import { statfs } from 'node:fs/promises'
import { Problem } from '#server/http/problem.ts'

/** The file system has no room for these bytes: status 507, safe to try again once there is room. */
export class DiskFull extends Problem {
  readonly folder: string

  constructor(folder: string, cause?: unknown) {
    super('disk-full')
    this.folder = folder
    this.cause = cause
  }
}

/** Whether a system call failed because the disk, or this user's quota of it, is used up. */
export function isDiskFull(error: unknown): boolean {
  const code = systemCode(error)
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** The `code` of a system error (`ENOENT`, `EXDEV`, ...), or undefined. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Bytes that this user can still write below `folder`. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** @throws DiskFull when fewer than `bytes` are free below `folder` */
export async function requireFreeBytes(folder: string, bytes: number): Promise<void> {
  if ((await freeBytes(folder)) < bytes) throw new DiskFull(folder)
}
