import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { parseDbc } from '#recording/catalogs/dbc/parser.ts'
import { realBytes, realRecordings, realRecordingsFolder } from '#recording/testing/real-recordings.ts'
import { catalogDifferences, type OracleMessage } from './catalog-differences.ts'
import { oracleEnvironment, runOracle } from './oracle-environment.ts'

const environment = await oracleEnvironment()
const files = realRecordings('dbc')

interface Verdict {
  path: string
  messages?: OracleMessage[]
  refused?: string
}

/** Files that cantools refuses, and how many messages we find there. */
const refused: Readonly<Record<string, { messages: number; because: string }>> = {
  'issue_199.dbc': { messages: 11, because: 'identifiers of 29 bits without bit 31' },
  'tesla_can.dbc': { messages: 44, because: 'names of values of a signal that is not there' },
  '_honda_common.dbc': { messages: 23, because: 'a comment on a signal without its name' },
  'hyundai_can.dbc': { messages: 146, because: 'a comment on a number without BO_' },
  'psa_aee2010_r3.dbc': { messages: 107, because: 'a signal whose name begins with a digit' },
  'mazda_2017.dbc': { messages: 102, because: 'a message whose name begins with a digit' },
}

/** Where we differ from cantools on purpose. */
const different: Readonly<Record<string, { count: number; because: string }>> = {
  'canmatrix/j1939.dbc': { count: 10, because: 'signals with one name in a message: we keep the first, cantools the last' },
  'vw_pq.dbc': { count: 1, because: 'a multiplexer marked m: cantools takes its values but does not call it a multiplexer' },
}

async function verdicts(): Promise<Verdict[]> {
  if (!('python' in environment) || files.length === 0) return []
  const paths = files.map(({ path }) => join(realRecordingsFolder, path))
  return (await runOracle(environment.python, 'check_catalogs.py', ...paths)).map((line): Verdict => JSON.parse(line))
}

describe.skipIf('missing' in environment || files.length === 0)('real DBC files', async () => {
  const all = await verdicts()

  it.each(all.map((verdict) => ({ name: verdict.path.slice(realRecordingsFolder.length + 1), verdict })))(
    '$name is understood as cantools understands it',
    ({ name, verdict }) => {
      const catalog = parseDbc(realBytes({ path: name }), name)
      const known = Object.entries(refused).find(([end]) => name.endsWith(end))?.[1]
      expect(verdict.refused === undefined).toBe(known === undefined)
      if (known) expect(catalog.messages).toHaveLength(known.messages)
      const expected = Object.entries(different).find(([end]) => name.endsWith(end))?.[1]
      const differences = verdict.messages ? catalogDifferences(catalog, verdict.messages) : []
      if (expected) expect(differences).toHaveLength(expected.count)
      else expect(differences).toEqual([])
    },
  )

  it('compares them all', () => {
    expect(all).toHaveLength(files.length)
  })
})
