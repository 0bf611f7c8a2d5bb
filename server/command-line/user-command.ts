import type { Command } from 'commander'
import { Option } from 'commander'
import { requiredLine } from '#contract/fields.ts'
import type { Role } from '#contract/users.ts'
import { role } from '#contract/users.ts'
import { createPasswords } from '#server/features/sessions/passwords.ts'
import {
  addUser,
  expirePassword,
  findUserId,
  listAllUsers,
  resetPassword,
  setEnabled,
  setRoles,
} from '#server/features/users/administration.ts'
import type { Platform } from '#server/platform.ts'
import { examples } from './examples.ts'
import { Failure } from './failure.ts'
import { organizationNamed } from './organization-command.ts'
import { withPlatform } from './open-platform.ts'
import type { PasswordOptions } from './passwords.ts'
import { newPassword } from './passwords.ts'
import { printRows } from './table.ts'

interface AddOptions extends PasswordOptions {
  readonly organization: string
  readonly role: readonly Role[]
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

export function addUserCommand(program: Command): void {
  const user = program.command('user').description('people who may sign in; works whether the server runs or not')

  withPasswordOptions(user.command('add <name>').description('adds a user'))
    .option('-o, --organization <name>', 'organization of the user', 'Loggerhead')
    .addOption(roleOption())
    .option('--first-name <text>', 'first name', '')
    .option('--last-name <text>', 'last name', '')
    .option('--email <address>', 'e-mail address', '')
    .addHelpText(
      'after',
      examples(
        'user add maria --role ipa',
        'user add tom --organization "Example Motors" --role admin --generate',
        'user add bot --password-stdin < password.txt',
      ),
    )
    .action(add)

  user
    .command('list')
    .description('lists users with organization, roles and state')
    .option('-o, --organization <name>', 'only of this organization')
    .option('--json', 'as JSON', false)
    .addHelpText('after', examples('user list', 'user list --organization "Example Motors" --json'))
    .action(list)

  withPasswordOptions(user.command('set-password <name>').description("gives a user a new password and ends the user's sessions"))
    .addHelpText('after', examples('user set-password admin --generate'))
    .action(changePassword)

  user
    .command('set-roles <name> [roles...]')
    .description('replaces the roles of a user (admin, ipa); none takes all away; works on the next request')
    .addHelpText('after', examples('user set-roles maria ipa', 'user set-roles tom admin ipa', 'user set-roles tom'))
    .action(async (name: string, roles: string[]) => {
      const wanted = roles.map(roleOf)
      await onUser(name, ({ database, now }, id) => setRoles(database, id, wanted, now()))
      console.log(`${name} has ${wanted.length === 0 ? 'no roles' : `the roles ${wanted.join(', ')}`}.`)
    })

  user
    .command('disable <name>')
    .description('keeps a user out, from the next request on')
    .addHelpText('after', examples('user disable tom'))
    .action(async (name: string) => {
      await onUser(name, ({ database, now }, id) => setEnabled(database, id, false, now()))
      console.log(`${name} is disabled.`)
    })

  user
    .command('enable <name>')
    .description('lets a disabled user sign in again')
    .addHelpText('after', examples('user enable tom'))
    .action(async (name: string) => {
      await onUser(name, ({ database, now }, id) => setEnabled(database, id, true, now()))
      console.log(`${name} is enabled.`)
    })

  user
    .command('expire-password <name>')
    .description("ends a user's sessions and asks for a new password at the next sign-in")
    .addHelpText('after', examples('user expire-password maria'))
    .action(async (name: string) => {
      await onUser(name, ({ database, now }, id) => expirePassword(database, id, now()))
      console.log(`The password of ${name} is expired.`)
    })
}

async function add(name: string, options: AddOptions): Promise<void> {
  const username = requiredLine(128).safeParse(name)
  if (!username.success) throw new Failure('The user name must have 1 to 128 characters without control characters.')
  const { password, generated } = await newPassword(options)
  await withPlatform(async ({ database }) => {
    const { id: organizationId } = await organizationNamed(database, options.organization)
    const passwordHash = await createPasswords().hash(password)
    const { firstName, lastName, email } = options
    const id = await addUser(database, {
      organizationId,
      username: username.data,
      passwordHash,
      roles: options.role,
      firstName,
      lastName,
      email,
    })
    if (id === undefined) throw new Failure(`The name ${username.data} is taken; choose another.`)
  })
  console.log(generated ? `Added ${username.data} with the password ${password}` : `Added ${username.data}.`)
}

async function list(options: { organization?: string; json: boolean }): Promise<void> {
  await withPlatform(async ({ database }) => {
    const organization = options.organization === undefined ? undefined : await organizationNamed(database, options.organization)
    printRows(await listAllUsers(database, organization?.id), options.json, 'There are no users.')
  })
}

async function changePassword(name: string, options: PasswordOptions): Promise<void> {
  const { password, generated } = await newPassword(options)
  const passwordHash = await createPasswords().hash(password)
  await onUser(name, ({ database, now }, id) => resetPassword(database, id, passwordHash, now()))
  console.log(generated ? `${name} has the password ${password}` : `${name} has a new password.`)
}

async function onUser(name: string, work: (platform: Platform, id: number) => Promise<void>): Promise<void> {
  await withPlatform(async (platform) => {
    const id = await findUserId(platform.database, name)
    if (id === undefined) throw new Failure(`There is no user ${name}; npx loggerhead user list shows all.`)
    await work(platform, id)
  })
}

function roleOf(given: string): Role {
  const parsed = role.safeParse(given)
  if (!parsed.success) throw new Failure(`${given} is not a role; roles are ${role.options.join(' and ')}.`)
  return parsed.data
}

function roleOption(): Option {
  return new Option('-r, --role <role>', 'a role, may be repeated')
    .choices(role.options)
    .argParser((given: string, before: readonly Role[]) => [...before, roleOf(given)])
    .default([], 'none')
}

function withPasswordOptions(command: Command): Command {
  return command
    .option('--generate', 'make a password and print it')
    .option('--password-stdin', 'take the first line of standard input as the password')
}
