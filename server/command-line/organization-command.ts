import type { Command } from 'commander'
import type { Kysely } from 'kysely'
import { requiredLine } from '#contract/fields.ts'
import type { Database } from '#server/database/schema.ts'
import type { Organization } from '#server/features/organizations/store.ts'
import { createOrganization, findOrganizationByName, listOrganizations } from '#server/features/organizations/store.ts'
import { byteSize } from '#server/settings/values.ts'
import { examples } from './examples.ts'
import { Failure } from './failure.ts'
import { withPlatform } from './open-platform.ts'
import { printRows } from './table.ts'

export function addOrganizationCommand(program: Command): void {
  const organization = program
    .command('organization')
    .description('organizations, which see nothing of each other; works whether the server runs or not')

  organization
    .command('add <name>')
    .description('adds an organization')
    .option('--quota <size>', 'most bytes its files may take, such as 2TB; the setting LOGGERHEAD_ORGANIZATION_QUOTA when absent')
    .addHelpText('after', examples('organization add "Example Motors"', 'organization add "Example Motors" --quota 2TB'))
    .action(add)

  organization
    .command('list')
    .description("lists organizations with their quotas; the first is the operator's")
    .option('--json', 'as JSON', false)
    .addHelpText('after', examples('organization list'))
    .action(async (options: { json: boolean }) => {
      await withPlatform(async ({ database }) =>
        printRows(await listOrganizations(database, 'all'), options.json, 'There are no organizations.'),
      )
    })
}

async function add(given: string, options: { quota?: string }): Promise<void> {
  const name = requiredLine(64).safeParse(given)
  if (!name.success) throw new Failure('The name must have 1 to 64 characters without control characters.')
  const quota = options.quota === undefined ? undefined : byteSize.safeParse(options.quota)
  if (quota?.success === false)
    throw new Failure(`--quota ${options.quota} is not a size: write a number and a unit, such as 2TB.`)
  await withPlatform(async ({ database, settings }) => {
    const quotaBytes = quota?.data ?? settings.organizationQuota ?? null
    if (!(await createOrganization(database, { name: name.data, quotaBytes })))
      throw new Failure(`The name ${name.data} is taken; choose another.`)
  })
  console.log(`Added the organization ${name.data}.`)
}

/** @throws Failure when there is none */
export async function organizationNamed(database: Kysely<Database>, name: string): Promise<Organization> {
  const organization = await findOrganizationByName(database, name)
  if (!organization) throw new Failure(`There is no organization ${name}; npx loggerhead organization list shows all.`)
  return organization
}
