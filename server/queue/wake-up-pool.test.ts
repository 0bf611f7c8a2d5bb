import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgivingPool } from './wake-up-pool.ts'

/* Beside a database that answers every connection as one does that is starting; worker.test.ts has a real one that breaks. */

const starting = Buffer.from('SFATAL\0C57P03\0Mthe database system is starting up\0\0')
const head = Buffer.alloc(5)
head.write('E')
head.writeInt32BE(starting.length + 4, 1)
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end(Buffer.concat([head, starting])))
})
let pool: pg.Pool
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  pool = new pg.Pool({ host: '127.0.0.1', port, user: 'nobody', database: 'none', ssl: false })
})
afterAll(async () => {
  await pool.end()
  server.close()
})

const silent = pino({ level: 'silent' })

it('an error after which graphile-worker would pause ever longer is like others', async () => {
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: '57P03' })
  const client = await forgivingPool(pool, silent).connect()
  const error = await client.query('SELECT 1').catch((problem: unknown) => problem)
  expect(error).toMatchObject({ message: 'the database system is starting up' })
  expect(error).not.toHaveProperty('code')
  await client.release()
})

it('what puts a wake-up away never fails, whether it reaches the database or not', async () => {
  for (const name of ['complete_job/graphile_worker', 'complete_jobs/graphile_worker', 'fail_job/graphile_worker']) {
    const client = await forgivingPool(pool, silent).connect()
    await expect(client.query({ text: 'DELETE', values: [], name })).resolves.toMatchObject({ rows: [] })
    await client.release()
  }
})

it('a client of which nothing was asked is given back', async () => {
  const client = await forgivingPool(pool, silent).connect()
  await client.release()
  expect(pool.totalCount).toBe(0)
})
