import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import type { OperationId } from '#contract/index.ts'
import { operationList, operations } from '#contract/index.ts'
import type { Operation } from '#contract/operation.ts'
import type { TestApi } from '#server/testing/api.ts'
import { startTestApi } from '#server/testing/api.ts'
import type { CallerName, Target } from './callers.ts'
import { callerNames, targets } from './callers.ts'
import { requests } from './requests.ts'
import type { Row, Statuses } from './row.ts'
import { authorizationTable } from './table.ts'
import type { KnownCaller, Sent, Tenant, World } from './world.ts'
import { createWorld, send, standingStill } from './world.ts'

let api: TestApi
let world: World
beforeAll(async () => {
  api = await startTestApi({}, undefined, standingStill)
  world = await createWorld(api)
})
afterAll(() => api.end())

/** Operations that the table does not speak of. */
function missing(list: readonly Pick<Operation, 'id'>[], table: Readonly<Record<string, Row>>): string[] {
  return list.map(({ id }) => id).filter((id) => table[id] === undefined)
}

describe('the table', () => {
  test('has a row for every operation of the contract', () => {
    expect(
      missing(operationList, authorizationTable),
      'Add a row for each to server/authorization/table.ts and a request to requests.ts',
    ).toEqual([])
  })

  test('would miss an operation without a row', () => {
    expect(missing([...operationList, { id: 'openDoor' }], authorizationTable)).toEqual(['openDoor'])
  })

  test('has no row for what the contract does not have, and a request for each row', () => {
    for (const name of Object.keys(authorizationTable)) expect(operations).toHaveProperty(operationOf(name).id)
    expect(Object.keys(requests).toSorted()).toEqual(Object.keys(authorizationTable).toSorted())
  })

  test('says for an operation with an id in its path what holds for own, foreign and absent ones', () => {
    for (const { id, path } of operationList.filter(({ path }) => path.includes('{'))) {
      expect(Object.keys(authorizationTable[id] ?? {}), path).toEqual(expect.arrayContaining(['own', 'foreign', 'absent']))
    }
  })
})

describe.each(Object.entries(authorizationTable))('%s', (name, row) => {
  const operation = operationOf(name)
  const asked = new Map<Target | 'any', Promise<Answers>>()
  /** Each caller asks once, however many tests look at the answers. */
  const answersAbout = (target: Target | 'any'): Promise<Answers> => {
    const answers = asked.get(target) ?? askAll(name, operation, target)
    asked.set(target, answers)
    return answers
  }

  test.each(casesOf(row))('%s', async (target, statuses) => {
    const found: Record<string, number> = {}
    for (const [callerName, answer] of await answersAbout(target)) {
      found[callerName] = answer.status
      const shown = leaks(name, world.callers[callerName], answer)
      expect(shown, `${callerName} was shown what is another organization's`).toEqual([])
      if (answer.status >= 400 && operation.method !== 'HEAD') errorBody.parse(JSON.parse(answer.text))
    }
    expect(found).toEqual(Object.fromEntries(callerNames.map((callerName, column) => [callerName, statuses[column]])))
  })

  const hidden = targets.filter((target) => target !== 'own' && target !== 'absent' && target in row)
  test.each(hidden)('%s is not told from absent', async (target) => {
    expect(told(await answersAbout(target))).toEqual(told(await answersAbout('absent')))
  })
})

type Answers = ReadonlyMap<CallerName, Sent>

const told = (answers: Answers) => [...answers].map(([caller, { status, text }]) => ({ caller, status, text }))

async function askAll(name: string, operation: Operation, target: Target | 'any'): Promise<Answers> {
  const answers = new Map<CallerName, Sent>()
  for (const callerName of callerNames) answers.set(callerName, await ask(name, operation, world.callers[callerName], target))
  return answers
}

function casesOf(row: Row): [Target | 'any', Statuses][] {
  if ('any' in row) return [['any', row.any]]
  return targets.flatMap((target): [Target, Statuses][] => {
    const statuses = row[target]
    return statuses ? [[target, statuses]] : []
  })
}

/** `createDevice vehicleId` is about the operation createDevice. */
function operationOf(name: string): Operation {
  const id = name.split(' ')[0] ?? ''
  const operation = operations[id as OperationId] as Operation | undefined
  if (!operation) throw new Error(`The authorization table speaks of ${id}, which the contract does not have: delete the row`)
  return operation
}

async function ask(name: string, operation: Operation, caller: KnownCaller, target: Target | 'any'): Promise<Sent> {
  const make = requests[name]
  if (!make) throw new Error(`There is no request for ${name}: add it to server/authorization/requests.ts`)
  const request = await make({ world, caller, target, tenant: tenantOf(caller, target) })
  return await send(api, operation, { token: caller.token, ...request })
}

function tenantOf(caller: KnownCaller, target: Target | 'any'): Tenant | undefined {
  if (target === 'absent') return undefined
  if (target !== 'foreign') return caller.tenant
  return world.tenants.findLast((tenant) => tenant !== caller.tenant)
}

/** Marks of other organizations in an answer. */
function leaks(name: string, caller: KnownCaller, { text }: Sent): string[] {
  const mayKnowAll = name === 'listOrganizations' && caller.name === 'operator'
  if (mayKnowAll) return []
  return world.tenants.filter((tenant) => tenant !== caller.tenant && text.includes(tenant.mark)).map((tenant) => tenant.mark)
}
