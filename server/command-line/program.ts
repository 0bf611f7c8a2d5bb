import { Command } from 'commander'
import { version } from '#server/version.ts'
import { addConvertCommand } from './convert-command.ts'
import { addDecodeCommand } from './decode-command.ts'
import { addDemoCommand } from './demo-command.ts'
import { examples } from './examples.ts'
import { addInspectCommand } from './inspect-command.ts'
import { addOrganizationCommand } from './organization-command.ts'
import { addSimulateCommand } from './simulate-command.ts'
import { addUploadCommand } from './upload-command.ts'
import { addUserCommand } from './user-command.ts'

/** Every command of `npx loggerhead`; each is a file of its own that adds itself. */
export function createProgram(): Command {
  const program = new Command('loggerhead')
    .description('The command line of the platform for fleets of vehicle data loggers.')
    .version(version)
    .showHelpAfterError('(--help shows how it is used)')
    .exitOverride()
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
  addUserCommand(program)
  addOrganizationCommand(program)
  addUploadCommand(program)
  addSimulateCommand(program)
  addInspectCommand(program)
  addConvertCommand(program)
  addDecodeCommand(program)
  addDemoCommand(program)
  return program
}
