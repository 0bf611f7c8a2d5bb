import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createSession, endSession, findBearer } from '#server/features/sessions/store.ts'
import { tokenHash } from '#server/features/sessions/tokens.ts'
import type { Platform } from '#server/platform.ts'
import type { DeliverDemo } from './demo.ts'

const program = join(import.meta.dirname, '../../command-line/main.ts')

/**
 * Runs the simulator as a program of its own, which knows nothing but our address: the demo fleet arrives as any
 * fleet would, through the public interface and the device protocol. It signs in as the first administrator for just that.
 */
export function demoDelivery(platform: Platform, address: string): DeliverDemo {
  return async (signal) => {
    const session = await openAdministratorSession(platform)
    if (session === undefined) return
    try {
      await runSimulator(address, session.accessToken, signal)
    } finally {
      await endSession(platform.database, session.id, 'logout', platform.now())
    }
  }
}

async function openAdministratorSession({ database, now }: Platform): Promise<{ id: number; accessToken: string } | undefined> {
  const administrator = await database
    .selectFrom('app_user')
    .select('id')
    .where('organization_id', '=', (where) => where.selectFrom('organization').select((eb) => eb.fn.min('id').as('id')))
    .where('enabled', '=', true)
    .where((where) => where('roles', '@>', where.val(['admin'])))
    .orderBy('id')
    .executeTakeFirst()
  if (administrator === undefined) return undefined
  const { access } = await createSession(database, administrator.id, now())
  const bearer = await findBearer(database, tokenHash(access), now())
  return bearer === undefined ? undefined : { id: bearer.sessionId, accessToken: access }
}

function runSimulator(address: string, accessToken: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'simulate', '--server', address, '--json'], {
      env: { LOGGERHEAD_TOKEN: accessToken },
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
      killSignal: 'SIGTERM',
    })
    let complaint = ''
    child.stderr.on('data', (data: Buffer) => (complaint = (complaint + data.toString()).slice(-2000)))
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the simulator ended with ${code}: ${complaint}`))))
  })
}
