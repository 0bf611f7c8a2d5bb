import pg from 'pg'

const { builtins } = pg.types

/** How columns become values, for our own connections only (pg's global parsers stay as they are). */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === builtins.INT8) return wholeNumber
      if (oid === int8Array) return (text: string) => arrayOf(text, wholeNumber)
      if (oid === builtins.TIMESTAMPTZ) return instant
      // A calendar day is not an instant: it stays text, "2026-11-21".
      if (oid === builtins.DATE) return (text: string) => text
    }
    return pg.types.getTypeParser(oid, format ?? 'text')
  },
}

const int8Array = 1016

/** A bigint as a number. Throws for values beyond 2^53 - 1, which no id, size or count of ours reaches. */
function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which a number cannot hold exactly`)
  return value
}

function arrayOf(text: string, parse: (text: string) => number): (number | null)[] {
  if (text === '{}') return []
  return text
    .slice(1, -1)
    .split(',')
    .map((part) => (part === 'NULL' ? null : parse(part)))
}

/** The first and last instants that a Date holds stand for -infinity and infinity. */
const lastInstant = 8.64e15
const parseInstant = pg.types.getTypeParser(builtins.TIMESTAMPTZ)

function instant(text: string): Date {
  if (text === 'infinity') return new Date(lastInstant)
  if (text === '-infinity') return new Date(-lastInstant)
  return parseInstant(text)
}
