import { readFileSync, writeSync } from 'node:fs'
import { answerOf } from './answer.ts'
import { openGuarded } from './open-guarded.ts'
import type { Question, Refusal, Reply } from './question.ts'
import { Refused } from './question.ts'

// A program of its own: answers one question about one SQLite file, and ends. It may read that file and its own code,
// nothing else; whoever started it bounds its time, memory and output (read-database.ts).

const [path = ''] = process.argv.slice(2)

function reply(): Reply {
  // Written by read-database.ts from a request that the contract has accepted.
  const question = JSON.parse(readFileSync(0, 'utf8')) as Question
  try {
    const database = openGuarded(path)
    return { answer: answerOf(database, question) }
  } catch (error) {
    return { refused: refusalOf(error) }
  }
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal
  const message = error instanceof Error ? error.message : String(error)
  if (/out of memory|string or blob too big/i.test(message))
    return { kind: 'limit', problem: 'takes more memory than one viewer may have' }
  return { kind: 'unreadable', reason: message.slice(0, 300) }
}

const bytes = Buffer.from(JSON.stringify(reply()))
for (let sent = 0; sent < bytes.length;) sent += writeSync(1, bytes, sent)
