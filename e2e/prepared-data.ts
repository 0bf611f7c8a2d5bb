import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { runCommand, startProduct } from './product.ts'
import { passwords } from './users.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The data folder of a stopped product with one user of each kind; missing where this setup is not used. */
    preparedData: string | undefined
  }
}

/** vitest's global setup: a database is made and users are added once; each house begins with a copy of that folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct()
  await addUsers(product.dataDir)
  await product.stop()
  project.provide('preparedData', product.dataDir)
  return () => rm(product.dataDir, { recursive: true, force: true })
}

/** To the running server's data. */
export async function addUsers(dataDir: string): Promise<void> {
  await Promise.all([
    runCommand(
      dataDir,
      ['user', 'add', 'plain', '--first-name', 'Paula', '--last-name', 'Reed', '--password-stdin'],
      passwords.plain,
    ),
    runCommand(dataDir, ['user', 'add', 'ipa', '--role', 'ipa', '--password-stdin'], passwords.ipa),
  ])
}
