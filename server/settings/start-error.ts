/**
 * A problem that the operator can solve: the program prints the sentence (what is wrong and what to do)
 * without a stack trace and ends with `exitCode`.
 */
export class StartError extends Error {
  readonly id: string
  /** 78 = the configuration is wrong (sysexits EX_CONFIG), 1 = anything else. */
  readonly exitCode: number

  constructor(id: string, sentence: string, exitCode = 1) {
    super(sentence)
    this.name = 'StartError'
    this.id = id
    this.exitCode = exitCode
  }
}

/** The `code` of a Node or PostgreSQL error (`ENOSPC`, `EACCES`, `53100`, ...), or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Runs a step that writes below `folder`; what the disk refuses becomes one sentence with a remedy. */
export async function writing<T>(folder: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw folderProblem(folder, error) ?? error
  }
}

/** The sentence for a disk's refusal, or undefined when `error` is about something else. */
export function folderProblem(folder: string, error: unknown): StartError | undefined {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(
        'disk-full',
        `The disk that holds ${folder} is full: free some space or set LOGGERHEAD_DATA_DIR to a folder on another disk.`,
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(
        'folder-not-writable',
        `The folder ${folder} cannot be written: give this user write permission or set LOGGERHEAD_DATA_DIR to another folder.`,
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartError(
        'folder-is-a-file',
        `${folder} is not a folder: move the file away or set LOGGERHEAD_DATA_DIR to another folder.`,
      )
    default:
      return undefined
  }
}
