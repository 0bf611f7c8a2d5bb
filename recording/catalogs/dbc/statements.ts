import { CatalogError } from '../catalog-error.ts'
import { NoteList } from '../note-list.ts'
import {
  readAttribute,
  readAttributeDefault,
  readAttributeDefinition,
  readComment,
  readNames,
  readRanges,
  readTable,
  readValueType,
} from './detail-statements.ts'
import { emptyDraft, type Draft, type MessageDraft } from './draft.ts'
import { statementWords, tellingWords } from './keywords.ts'
import { readMessage, readSignal } from './message-statements.ts'
import { StatementFault, StatementReader } from './statement-reader.ts'

/** A file that is wrong in so many places is damaged as a whole; to go on would only take time. */
const mostFaults = 100_000

type Read = (reader: StatementReader, draft: Draft) => void

const readers: Readonly<Record<string, Read>> = {
  CM_: readComment,
  BA_DEF_: readAttributeDefinition,
  BA_DEF_DEF_: readAttributeDefault,
  BA_: readAttribute,
  VAL_TABLE_: readTable,
  VAL_: readNames,
  SIG_VALTYPE_: readValueType,
  SG_MUL_VAL_: readRanges,
  NS_: passSymbols,
  VERSION: passVersion,
  BS_: passLine,
  BU_: passLine,
}

/**
 * Reads all statements of a DBC text; `telling` is how many say that it is one at all.
 *
 * @throws CatalogError when too much of it cannot be understood
 */
export function readStatements(text: string): { draft: Draft; telling: number } {
  const reader = new StatementReader(text)
  const { tokens } = reader
  const draft = emptyDraft(new NoteList())
  let message: MessageDraft | null = null
  let telling = 0
  let signalCount = 0
  let faults = 0
  while (tokens.kind !== 'end') {
    const { kind, value: word } = tokens
    try {
      if (kind === 'mark' && word === ';') {
        tokens.advance()
      } else if (kind !== 'word' || !statementWords.has(word)) {
        throw reader.fault('a statement')
      } else if (word === 'BO_') {
        telling++
        // Left empty when it cannot be read: its signals must not go to the message before it.
        message = null
        message = readMessage(reader, draft)
      } else if (word === 'SG_') {
        readSignal(reader, message, signalCount++)
      } else {
        if (tellingWords.has(word)) telling++
        const read = readers[word]
        if (read) read(reader, draft)
        else passStatement(reader)
      }
    } catch (error) {
      if (!(error instanceof StatementFault)) throw error
      draft.notes.add(error.line, `${error.message}.`)
      if (++faults > mostFaults)
        throw new CatalogError(`More than ${mostFaults} statements cannot be understood`, 'export the file again', error.line)
      reader.recover()
    }
  }
  return { draft, telling }
}

/** Statements that say nothing about frames: relations of nodes, signal groups, environment variables, categories. */
function passStatement(reader: StatementReader): void {
  reader.tokens.advance()
  reader.close()
}

/** The list of words after `NS_ :` looks like statements: one word per line, or all in one. */
function passSymbols({ tokens }: StatementReader): void {
  tokens.advance()
  if (tokens.kind === 'mark' && tokens.value === ':') tokens.advance()
  while (tokens.kind === 'word' && (!tokens.firstOnLine || tokens.lastOnLine)) tokens.advance()
}

function passVersion({ tokens }: StatementReader): void {
  tokens.advance()
  if (tokens.kind === 'string') tokens.advance()
}

/** `BS_: 500`, `BU_: Engine Dash`; nodes may go on in the next lines. */
function passLine({ tokens }: StatementReader): void {
  tokens.advance()
  while (tokens.kind !== 'end' && !(tokens.kind === 'word' && statementWords.has(tokens.value))) tokens.advance()
}
