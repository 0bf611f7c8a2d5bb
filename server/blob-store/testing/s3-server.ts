import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Credentials } from '../open-blob-store.ts'
import { pythonWith, toolEnvironment } from './python-tools.ts'

export interface S3Server {
  /** `http://127.0.0.1:port` */
  readonly endpoint: string
  readonly credentials: S3Credentials
  /** For openBlobStore; the bucket exists. */
  blobAddress(bucket: string, prefix?: string): Promise<string>
  stop(): Promise<void>
}

const region = 'us-east-1'
const credentials = { accessKeyId: 'test', secretAccessKey: 'test-secret' }
const startSeconds = 60
/** Keys in a page of a listing, where S3 has 1,000: tests of longer listings need not put so many. */
export const listedAtOnce = 40

/** Starts an S3-compatible server (moto, from pinned Python packages) that keeps everything in memory. */
export async function startS3Server(): Promise<S3Server> {
  const python = await pythonWith('s3-server', join(import.meta.dirname, 's3-server.txt'))
  const port = await freePort()
  const child = spawn(python, ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)], {
    env: { ...toolEnvironment(), MOTO_S3_DEFAULT_MAX_KEYS: String(listedAtOnce) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endpoint = `http://127.0.0.1:${port}`
  await answering(endpoint, child)
  return {
    endpoint,
    credentials,
    async blobAddress(bucket, prefix = '') {
      const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      client.destroy()
      return `s3://${bucket}/${prefix}?endpoint=${endpoint}&region=${region}&forcePathStyle=true`
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function answering(endpoint: string, child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said = (said + text.toString()).slice(-4000)
  })
  const deadline = Date.now() + startSeconds * 1000
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(endpoint).catch(() => undefined)
    if (answer !== undefined) return
    await pause(50)
  }
  child.kill('SIGKILL')
  throw new Error(`The S3 server for tests did not answer within ${startSeconds} s; it said: ${said}`)
}

/** A port below the range from which the system gives out ports to clients, so that no client takes it meanwhile. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    server.close()
    if (free) return port
  }
}
