import { CommanderError } from 'commander'
import { preferNativeInflater } from '#server/native-inflater.ts'
import { StartError } from '#server/settings/start-error.ts'
import { Failure, exit } from './failure.ts'
import { createProgram } from './program.ts'

/** `npx loggerhead`: runs one command; problems are a sentence on standard error and an exit code that is not 0. */
async function main(): Promise<number> {
  preferNativeInflater()
  try {
    const program = await createProgram(process.argv[2])
    await program.parseAsync()
    return exit.done
  } catch (error) {
    // commander has printed its own
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.usage
    if (!(error instanceof Failure) && !(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
}

process.exitCode = await main()
