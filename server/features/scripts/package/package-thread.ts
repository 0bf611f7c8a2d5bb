import { parentPort } from 'node:worker_threads'
import type { PackageMember } from './canonical-zip.ts'
import { PackageProblem } from './package-problem.ts'
import { readPackage } from './read-package.ts'

/* Runs in a worker thread: reads one package after the other, whatever their bytes do to it. */

export type PackageOutcome =
  | {
      readonly kind: 'read'
      readonly zip: Uint8Array<ArrayBuffer>
      readonly sha256: Uint8Array
      readonly members: readonly PackageMember[]
    }
  | { readonly kind: 'refused'; readonly sentence: string }

function outcomeOf(zip: Uint8Array): PackageOutcome {
  try {
    const read = readPackage(Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength))
    return { kind: 'read', zip: Uint8Array.from(read.zip), sha256: read.sha256, members: read.members }
  } catch (error) {
    if (error instanceof PackageProblem) return { kind: 'refused', sentence: error.message }
    throw error
  }
}

parentPort?.on('message', (zip: Uint8Array) => {
  const outcome = outcomeOf(zip)
  parentPort?.postMessage(outcome, outcome.kind === 'read' ? [outcome.zip.buffer] : [])
})
