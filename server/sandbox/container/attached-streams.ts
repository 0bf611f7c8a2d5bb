import type { Duplex } from 'node:stream'
import { PassThrough } from 'node:stream'
import { once } from 'node:events'

/** Kind, three zeros, length (32 bit, big-endian). */
const headBytes = 8
const standardOutput = 1
const maxMessage = 4_000

/** Takes an attached container's stream apart: standard output as a stream, standard errors as the end of their text. */
export function readAttached(stream: Duplex): { output: PassThrough; said: () => string } {
  const output = new PassThrough()
  let said = ''
  const read = async (): Promise<void> => {
    let held: Buffer = Buffer.alloc(0)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      while (held.length >= headBytes && held.length >= headBytes + held.readUInt32BE(4)) {
        const end = headBytes + held.readUInt32BE(4)
        const bytes = held.subarray(headBytes, end)
        if (held.readUInt8(0) !== standardOutput) said = (said + bytes.toString()).slice(-maxMessage)
        else if (!output.write(bytes)) await once(output, 'drain')
        held = held.subarray(end)
      }
    }
  }
  // a connection that breaks ends the box; why is told by how the container ended
  void read().then(
    () => output.end(),
    () => output.end(),
  )
  return { output, said: () => said.trim() }
}
