import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import type { Catalog } from '#recording/catalogs/catalog.ts'
import { FrameDecoder } from '#recording/decode/decoder.ts'
import { FrameBlockBuilder, frameFlag } from '#recording/frames.ts'
import { realBytes, realRecordings, realRecordingsFolder, realRecordingsMissing } from '#recording/testing/real-recordings.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'
import { sameValue, seen, type SeenValue } from './signals/seen-value.ts'
import { Verdicts } from './verdicts.ts'

const environment = await oracleEnvironment()
const verdicts = new Verdicts('signals-of-payloads', 'Random payloads of every message of real DBC files')

interface Payload {
  data: string
  signals: Record<string, SeenValue>
}

interface Answer {
  path: string
  messages?: { id: number; extended: boolean; name: string; payloads: Payload[] }[]
  refused?: string
}

type Message = NonNullable<Answer['messages']>[number]

/** Messages in which cantools and we see something else, and why. */
const different: Readonly<Record<string, string>> = {
  'canmatrix/j1939.dbc': 'signals with one name in a message: we keep the first, cantools the last',
}

const longestFrame = 64

/** What we decode from one payload, by signal. */
function decoded(catalog: Catalog, { id, extended }: Message, data: Uint8Array): Map<string, ReturnType<typeof seen> | null> {
  const builder = new FrameBlockBuilder()
  const message = catalog.messages.find((one) => one.id === id && one.extended === extended)
  const long = data.length > 8 && message?.fd !== true
  const way = data.length > longestFrame || long ? frameFlag.reassembled : data.length > 8 ? frameFlag.fd : 0
  builder.add(0, 0, id, (extended ? frameFlag.extended : 0) | way, data, 0, data.length)
  // another message may have the same parameter group
  const decoder = new FrameDecoder(
    [{ catalog: { ...catalog, messages: message ? [message] : [] } }],
    [{ kind: 'CAN', channel: 1, name: '' }],
  )
  const found = new Map<string, ReturnType<typeof seen> | null>()
  for (const block of decoder.decode(builder.take()))
    decoder.groups[block.group]?.signals.forEach((signal, i) =>
      found.set(signal.name, block.valid[i]?.[0] === 0 ? null : seen(signal, block.raw[i]?.[0] ?? NaN)),
    )
  return found
}

describe('payloads of real DBC files, decoded by us and by cantools', async () => {
  if (realRecordingsMissing) return it.skip(realRecordingsMissing, () => undefined)
  if ('missing' in environment) return it.skip(environment.missing, () => undefined)
  const paths = realRecordings('dbc').map(({ path }) => join(realRecordingsFolder, path))
  const answers = (await runOracle(environment.python, 'oracles/decode_payloads.py', ...paths)).map((l): Answer => JSON.parse(l))
  const understood = answers.flatMap(({ path, messages }) =>
    messages ? [{ name: path.slice(realRecordingsFolder.length + 1), messages }] : [],
  )

  it.each(understood)('$name', ({ name, messages }) => {
    const catalog = parseDbc(realBytes({ path: name }), name)
    const told: string[] = []
    let compared = 0
    for (const message of messages)
      for (const { data, signals } of message.payloads) {
        const ours = decoded(catalog, message, Uint8Array.from(Buffer.from(data, 'hex')))
        for (const [signal, value] of Object.entries(signals)) {
          compared++
          const own = ours.get(signal)
          if (own === undefined || !sameValue(own, value))
            told.push(`${message.name}.${signal} of ${data}: ${JSON.stringify(own)}, cantools says ${JSON.stringify(value)}`)
        }
      }
    const known = Object.entries(different).find(([end]) => name.endsWith(end))?.[1]
    if (known === undefined) expect(told.slice(0, 10)).toEqual([])
    else expect(told).not.toEqual([])
    verdicts.add({ format: 'dbc', ability: 'decoding', oracle: 'cantools', compared, differs: known ?? null })
  })

  it('agree with the reference', () => verdicts.agreeWithPage())
})
