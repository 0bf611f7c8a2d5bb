import { Command, Help } from 'commander'
import type { Option } from 'commander'
import { version } from '#server/version.ts'
import { examples } from './examples.ts'

type AddCommand = (program: Command) => void

/** Each command is a file of its own that adds itself; only the one that is asked for is loaded, since some need the database. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  user: async () => (await import('./user-command.ts')).addUserCommand,
  organization: async () => (await import('./organization-command.ts')).addOrganizationCommand,
  upload: async () => (await import('./upload-command.ts')).addUploadCommand,
  simulate: async () => (await import('./simulate-command.ts')).addSimulateCommand,
  inspect: async () => (await import('./inspect-command.ts')).addInspectCommand,
  convert: async () => (await import('./convert-command.ts')).addConvertCommand,
  decode: async () => (await import('./decode-command.ts')).addDecodeCommand,
  demo: async () => (await import('./demo-command.ts')).addDemoCommand,
}

const help = new Help()

/** A switch that is off and a list that is empty are no defaults worth telling. */
function optionDescription(option: Option): string {
  const { defaultValue } = option
  const nothing = defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0)
  return nothing ? option.description : help.optionDescription(option)
}

/** `npx loggerhead` with the command `wanted`, or with all of them when there is no such command. */
export async function createProgram(wanted?: string): Promise<Command> {
  const program = new Command('loggerhead')
    .description('The command line of the platform for fleets of vehicle data loggers.')
    .version(version)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride()
    .configureHelp({ optionDescription })
    .addHelpText(
      'after',
      examples(
        'user add maria --role ipa',
        'upload drive.mf4 --vehicle "Test car 1" --collection Drive',
        'inspect drive.mf4',
        'convert drive.vsb drive.asc',
        'simulate --help',
      ),
    )
  const only = wanted !== undefined && Object.hasOwn(commands, wanted) ? commands[wanted] : undefined
  for (const load of only ? [only] : Object.values(commands)) (await load())(program)
  return program
}
