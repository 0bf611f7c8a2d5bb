/** A name that ends in a number of its own, such as ColdStart_001 or drive-12. */
const numbered = /[_\s-]\d+$/u

/** The name shown: the collection with a running number, unless it has one. `last` is the name of the upload before of the same collection. */
export function displayNameOf(collection: string, last: string | undefined): string {
  if (numbered.test(collection)) return collection
  const before = last?.startsWith(`${collection}_`) ? Number(last.slice(collection.length + 1)) : 0
  const next = Number.isSafeInteger(before) ? before + 1 : 1
  return `${collection}_${String(next).padStart(3, '0')}`
}
