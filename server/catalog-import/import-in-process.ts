import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ImportTask } from './import-task.ts'
import { brokenDown, importLimits, program, programFile, tooMuch } from './import-task.ts'
import { pythonEnvironment } from './python-environment.ts'

const run = promisify(execFile)

/**
 * Reads a catalog in a process of its own, which gets none of this program's environment, and limits on time, memory and
 * output: what is left where there is no sandbox.
 *
 * @returns what the program answers: the form, or `{"error"}`
 * @throws CatalogError when it did not answer
 * @throws PythonMissing when this machine cannot run Python
 */
export async function importInProcess({ kind, file, bus, folder, signal }: ImportTask, dataDir: string): Promise<string> {
  const python = await pythonEnvironment(dataDir)
  const parameters = [join(program, programFile), kind, file, ...(bus === undefined ? [] : [bus])]
  try {
    // -I: neither this program's environment nor the working folder says what Python loads; -B: it writes no caches.
    const { stdout } = await run(python, ['-I', '-B', ...parameters], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: folder, TMPDIR: folder },
      timeout: importLimits.seconds * 1_000,
      killSignal: 'SIGKILL',
      maxBuffer: importLimits.outputBytes,
      signal,
    })
    return stdout
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof Error && Reflect.get(error, 'killed') === true ? tooMuch() : brokenDown()
  }
}
