import { defineConfig } from 'vitest/config'

/** Another PostgreSQL than the one that comes along. */
const hasOther = process.env['LOGGERHEAD_TEST_DATABASE_URL'] !== undefined
const everywhere = ['**/node_modules/**', 'dist/**', 'var/**']
/** Two gigabytes through the whole product. */
const large = 'e2e/large-recording.test.ts'

/**
 * What another PostgreSQL could do differently: the connection, the migrations and their schema; each operation of the
 * contract with each kind of caller, and so the statements of all features (authorization); locks, claims and notifications
 * (queue, events, uploads, recycling, downloads); orders, collation and plans (archive, locations). The server's other
 * tests are of files, protocols, formats and limits, on the same statements.
 */
const ofTheDatabase = [
  ...['database', 'authorization', 'queue'].map((name) => `server/${name}/**/*.test.ts`),
  ...['archive', 'events', 'locations', 'notifications', 'recycling', 'uploads'].map(
    (name) => `server/features/${name}/**/*.test.ts`,
  ),
  'server/features/downloads/handlers*.test.ts',
]

/**
 * Run once, on the other database where there is one: ours has the same statements in the tests of the whole product, and
 * is there when servers are killed in runs and exports. The schema is tried on both.
 */
const onceOnly = ofTheDatabase.filter((glob) => !glob.startsWith('server/database/'))

/** Half a minute of waiting, and hardly any work: beside the large one. */
const waiting = 'server/queue/worker-usual-times.test.ts'

const server = {
  exclude: [...everywhere, waiting, '**/*.process.test.ts'],
  // each file has its own database and its own server: a process reads the modules once, not for each file
  isolate: false,
  globalSetup: './server/database/test-server.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

/**
 * Seven kinds of tests, by place and name, which run in the order of their names:
 * unit - needs nothing · server - each file has its own database (server/database/testing.ts) ·
 * database - those of them that a database decides, on the one of LOGGERHEAD_TEST_DATABASE_URL where that is set ·
 * process - `*.process.test.ts`, starts the real program · e2e - the whole product in a real browser ·
 * waiting - with the times that servers have; large - the product with two gigabytes: these two after all others.
 */
export default defineConfig({
  test: {
    // Two cores: more workers only wait for each other (a third one made the whole a quarter slower).
    maxWorkers: 2,
    slowTestThreshold: 2_000,
    // A condition that comes late on a busy machine is no fault; one that never comes is.
    expect: { poll: { timeout: 20_000 } },
    teardownTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,recording,web,simulator,tools,bench,script-sdk}/**/*.test.{ts,tsx}'],
          exclude: [...everywhere, '**/*.process.test.ts'],
          // functions of their arguments: a process reads their modules once, not for each file, which halves the time
          isolate: false,
          testTimeout: 15_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{server,conformance}/**/*.test.ts'],
          ...server,
          exclude: [...server.exclude, ...(hasOther ? onceOnly : [])],
        },
      },
      ...(hasOther ? [{ extends: true as const, test: { name: 'database', include: ofTheDatabase, ...server } }] : []),
      {
        extends: true,
        test: {
          name: 'process',
          include: ['**/*.process.test.ts'],
          exclude: everywhere,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // two products and browsers at a time: much of a file's time is waiting
          include: ['e2e/**/*.test.ts'],
          globalSetup: './e2e/prepared-data.ts',
          exclude: [...everywhere, large],
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: { name: 'waiting', include: [waiting], ...server, exclude: everywhere, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'large',
          include: [large],
          exclude: everywhere,
          // it needs the cores and the disk for itself
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
})
