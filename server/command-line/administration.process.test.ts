import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '#contract/errors.ts'
import { tokenAnswer } from '#contract/sessions.ts'
import { currentUser } from '#contract/users.ts'
import type { Ended } from './testing/run-command.ts'
import { runCommand } from './testing/run-command.ts'
import { keptCode } from '#server/testing/kept-code.ts'

let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loggerhead-commands-'))
  environment = {
    LOGGERHEAD_DATA_DIR: join(folder, 'var'),
    LOGGERHEAD_PORT: '0',
    LOGGERHEAD_DEMO: 'off',
    LOGGERHEAD_SANDBOX: 'off',
    LOGGERHEAD_MIN_FREE_SPACE: '0B',
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (line: string, input = ''): Promise<Ended> => runCommand(line.split(' '), environment, input)

async function users(): Promise<Record<string, unknown>[]> {
  return JSON.parse((await run('user list --json')).out)
}

describe('without a server', () => {
  test("a new data folder is made, and its administrator's password told once", async () => {
    const first = await run('user list')
    expect(first.code).toBe(0)
    expect(first.err).toMatch(/^The data folder is new\. Its first administrator is admin with the password [a-z2-9-]{24}\n$/)
    expect(await run('user list')).toMatchObject({ code: 0, err: '', out: first.out })
  })

  test('users are added, with passwords from standard input or generated', async () => {
    expect(await run('organization add Example --quota 2TB')).toEqual({
      code: 0,
      out: 'Added the organization Example.\n',
      err: '',
    })
    expect(
      await run('user add tom --organization example --role admin --role ipa --password-stdin', 'a long password\n'),
    ).toMatchObject({ code: 0, out: 'Added tom.\n' })
    expect((await run('user add maria --generate')).out).toMatch(/^Added maria with the password [a-z2-9-]{24}\n$/)
    expect(await users()).toMatchObject([
      { username: 'admin', organization: 'Loggerhead', roles: ['admin', 'ipa'], enabled: true },
      { username: 'maria', organization: 'Loggerhead', roles: [], enabled: true },
      { username: 'tom', organization: 'Example', roles: ['admin', 'ipa'], enabled: true },
    ])
  })

  test.each([
    ['user add tom --generate', 1, 'The name tom is taken; choose another.'],
    ['user add ann --password-stdin', 1, 'The password must have at least 10 characters.'],
    ['user add ann', 2, 'There is no terminal to ask for a password on: use --password-stdin or --generate.'],
    [
      'user add ann --organization Nowhere --generate',
      1,
      'There is no organization Nowhere; npx loggerhead organization list shows all.',
    ],
    ['user set-roles tom king', 1, 'king is not a role; roles are admin and ipa.'],
    ['user disable nobody', 1, 'There is no user nobody; npx loggerhead user list shows all.'],
    ['organization add example', 1, 'The name example is taken; choose another.'],
    ['organization add More --quota much', 1, '--quota much is not a size: write a number and a unit, such as 2TB.'],
    ['user frobnicate', 2, "error: unknown command 'frobnicate'"],
  ])('%s: exit code %i and what to do', async (line, code, sentence) => {
    const ended = await run(line, 'short\n')
    expect(ended).toMatchObject({ code, out: '' })
    expect(ended.err).toContain(sentence)
  })

  test('a wrong setting is named', async () => {
    expect(await runCommand(['user', 'list'], { ...environment, LOGGERHEAD_PROT: '1' })).toMatchObject({
      code: 78,
      err: 'LOGGERHEAD_PROT is not a setting: did you mean LOGGERHEAD_PORT?\n',
    })
  })
})

describe('while the server runs', () => {
  let server: ChildProcess
  let address: string
  beforeAll(async () => {
    server = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
      env: { PATH: process.env['PATH'], ...keptCode, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ready = createInterface({ input: server.stdout ?? process.stdin })
    for await (const line of ready) {
      const found = /ready at (\S+)/.exec(line)?.[1]
      if (found === undefined) continue
      address = found
      break
    }
  })
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  })

  const login = async (username: string, password: string) => {
    const response = await fetch(new URL('/auth/authorization/login', address), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const body: unknown = await response.json()
    return response.ok ? tokenAnswer.parse(body).access_token : errorBody.parse(body).id
  }
  const me = async (token: string) => {
    const response = await fetch(new URL('/api/v1/currentUser', address), { headers: { authorization: `Bearer ${token}` } })
    const body: unknown = await response.json()
    return response.ok ? currentUser.parse(body).roles : errorBody.parse(body).id
  }

  test('roles, disabling, expiry and new passwords work on the next request', async () => {
    const token = await login('tom', 'a long password')
    expect(await me(token)).toEqual(['admin', 'ipa'])
    expect(await run('user set-roles tom ipa')).toMatchObject({ code: 0, out: 'tom has the roles ipa.\n', err: '' })
    expect(await me(token)).toEqual(['ipa'])
    expect(await run('user disable tom')).toMatchObject({ code: 0 })
    expect(await me(token)).toBe('session-ended')
    expect(await login('tom', 'a long password')).toBe('wrong-login')
    expect(await run('user enable tom')).toMatchObject({ code: 0 })
    expect(await me(token)).toBe('session-ended')
    expect(await run('user expire-password tom')).toMatchObject({ code: 0 })
    expect(await login('tom', 'a long password')).toBe('password-expired')
    expect(await run('user set-password tom --password-stdin', 'another long one\n')).toMatchObject({
      code: 0,
      out: 'tom has a new password.\n',
    })
    expect(await me(await login('tom', 'another long one'))).toEqual(['ipa'])
  })
})
