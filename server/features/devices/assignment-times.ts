/** An assignment "from the beginning" is answered as this moment: older than any logger, and a date every client can read. */
const beginning = new Date(0)

const lastYear = Date.parse('9999-12-31T23:59:59.999Z')

/** The stored beginning of an assignment as a moment of the contract; -infinity becomes 1970. */
export function fromMoment(stored: Date | number): string {
  const time = Number(stored)
  return time < beginning.getTime() ? beginning.toISOString() : new Date(time).toISOString()
}

/** The stored (exclusive) end as a moment of the contract; null while it is open. */
export function toMoment(stored: Date | number): string | null {
  const time = Number(stored)
  return time > lastYear ? null : new Date(time).toISOString()
}
