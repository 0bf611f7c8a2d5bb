import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { piecesKept } from './zip/members.ts'

/** Sends pieces as fast as the client takes them; ends early, without a fault, when it goes away. */
export async function sendPieces(response: ServerResponse, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const gone = once(response, 'close').then(
    () => 'gone' as const,
    () => 'gone' as const,
  )
  const onTheWay: Promise<'sent' | 'gone'>[] = []
  for await (const piece of pieces) {
    if (response.destroyed) return
    onTheWay.push(new Promise((resolve) => response.write(piece, (error) => resolve(error == null ? 'sent' : 'gone'))))
    if (onTheWay.length < piecesKept) continue
    const oldest = await Promise.race([onTheWay[0], gone])
    onTheWay.shift()
    if (oldest === 'gone') return
  }
  if (!response.destroyed) response.end()
}
