import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Box, BoxEnd, BoxEnvironment, Sandbox } from '#server/sandbox/sandbox.ts'
import { boxLayout, SandboxError } from '#server/sandbox/sandbox.ts'
import { scriptZip } from '#server/sandbox/self-test/script-zip.ts'
import type { ImportTask } from './import-task.ts'
import { brokenDown, importLimits, program, programParts, tooMuch } from './import-task.ts'

/** A sandbox that has passed its test, and an environment with the packages of `requirements.txt`. */
export interface ImportBoxes {
  readonly sandbox: Sandbox
  readonly environment: BoxEnvironment
}

const answer = 'catalog.json'

/**
 * Reads a catalog in a box of the sandbox, which sees nothing but the file and the program.
 *
 * @returns what the program answers: the form, or `{"error"}`
 * @throws CatalogError when it did not answer
 * @throws SandboxError when there is no box now; it may be tried again
 */
export async function importInBox(
  { kind, file, bus, folder, signal }: ImportTask,
  { sandbox, environment }: ImportBoxes,
): Promise<string> {
  signal?.throwIfAborted()
  const packagePath = join(folder, 'package.zip')
  await writeFile(packagePath, scriptZip(await readFile(join(program, 'box_main.py'), 'utf8')))
  const path = `${boxLayout.data}/catalog.${kind}`
  const box = await sandbox.start({
    runId: 0,
    environment,
    packagePath,
    inputs: [
      { hostPath: file, path },
      ...programParts.map((name) => ({ hostPath: join(program, name), path: `${boxLayout.data}/program/${name}` })),
    ],
    job: { kind, file: path, bus: bus ?? null, output_dir: boxLayout.output, answer },
    configPath: null,
    limits: importLimits,
  })
  const kill = () => box.kill('canceled')
  signal?.addEventListener('abort', kill, { once: true })
  if (signal?.aborted === true) kill()
  try {
    await untilEnd(box)
    signal?.throwIfAborted()
    return await answerOf(box)
  } finally {
    signal?.removeEventListener('abort', kill)
    await box.dispose()
  }
}

/** What it prints is of no use: its answer is a file. */
async function untilEnd(box: Box): Promise<void> {
  for await (const _ of box.events) continue
}

async function answerOf(box: Box): Promise<string> {
  const end: BoxEnd = await box.ended
  if (end.why === 'lost') throw new SandboxError(end.reason)
  if (end.why !== 'exited' && end.why !== 'signal') throw tooMuch()
  if (end.why === 'exited' && end.code === 0)
    for await (const found of box.results(() => undefined)) if (found.name === answer) return await text(found.open())
  throw brokenDown()
}
