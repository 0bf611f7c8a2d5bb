// Plain JavaScript for Node 20 without packages: these files run before anything is installed.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A problem that the person at the keyboard can solve: printed as it is, without a stack trace. */
export class Sentence extends Error {}

/** Runs a tool's main function; a Sentence is printed alone and ends the program with exit code 1. */
export async function runTool(main) {
  try {
    requireNode()
    process.exitCode = await main()
  } catch (error) {
    process.stderr.write(`${error instanceof Sentence ? error.message : error?.stack}\n`)
    process.exitCode = 1
  }
}

function requireNode() {
  if (Number.parseInt(process.versions.node, 10) >= 20) return
  throw new Sentence(
    `Loggerhead needs Node 20 or newer to start, this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )
}

export function say(line) {
  process.stdout.write(`${line}\n`)
}
