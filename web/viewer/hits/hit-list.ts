/** A stretch of a recording that an analysis found. */
export interface Hit {
  readonly description: string
  /** Seconds since the zero of the recording's times (of MDF the measurement's start); both ends belong to it. */
  readonly startSeconds: number
  readonly endSeconds: number
}

/** The hits of one recording, as a .dsr file names it. */
export interface HitRecording {
  /** Number of its file version; null where the list does not say. */
  readonly fileId: number | null
  /** Name of its file, without folders; may be empty. */
  readonly fileName: string
  readonly vehicle: string
  /** As the list writes it. */
  readonly startDate: string
  readonly hits: readonly Hit[]
}

export interface HitList {
  readonly recordings: readonly HitRecording[]
  /** What was passed over, a sentence each. */
  readonly notes: readonly string[]
}

/** Why a file is no list of hits. */
export class HitListError extends Error {}

/** The largest list that is read, bytes. */
export const largestHitList = 64 * 1024 * 1024
const mostRecordings = 10_000
const mostHits = 200_000
const mostNotes = 20
const longestText = 2000

/**
 * A `.dsr` file: `{"HitList":[{"id","startDate","vehicle","FilenameAndPath","Hits":[{"Description","StartTime","EndTime"}]}]}`.
 * Numbers may be texts, names may be in any case, a hit without an end is a moment.
 * @throws HitListError with what is wrong
 */
export function parseHitList(text: string): HitList {
  const given = field(parsed(text), 'HitList')
  if (!Array.isArray(given)) throw new HitListError('The file has no HitList; a .dsr file is JSON with a list of that name.')
  const notes = new Notes()
  if (given.length > mostRecordings) notes.add(`Recordings after the first ${mostRecordings} are left out.`)
  let left = mostHits
  const recordings = given.slice(0, mostRecordings).map((one: unknown, at): HitRecording => {
    const hits = field(one, 'Hits')
    if (!Array.isArray(hits)) notes.add(`Recording ${at + 1} has no list of Hits.`)
    const read = (Array.isArray(hits) ? hits : []).slice(0, left).flatMap((hit: unknown, place): Hit[] => {
      const found = hitOf(hit)
      if (found === null) notes.add(`Hit ${place + 1} of recording ${at + 1} has no StartTime that is a number of seconds.`)
      return found === null ? [] : [found]
    })
    left -= read.length
    const id = numberOf(field(one, 'id'))
    return {
      fileId: Number.isSafeInteger(id) && id > 0 ? id : null,
      fileName: baseName(textOf(field(one, 'FilenameAndPath'))),
      vehicle: textOf(field(one, 'vehicle')),
      startDate: textOf(field(one, 'startDate')),
      hits: read,
    }
  })
  if (left <= 0) notes.add(`Hits after the first ${mostHits.toLocaleString('en')} are left out.`)
  return { recordings, notes: notes.all() }
}

function parsed(text: string): unknown {
  if (text.length > largestHitList) throw new HitListError('The list of hits is larger than 64 MB.')
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (raised) {
    throw new HitListError(`The file is not JSON: ${raised instanceof Error ? raised.message : String(raised)}.`)
  }
}

function hitOf(given: unknown): Hit | null {
  const start = numberOf(field(given, 'StartTime'))
  if (!Number.isFinite(start)) return null
  const end = numberOf(field(given, 'EndTime'))
  const [from, to] = Number.isFinite(end) ? [Math.min(start, end), Math.max(start, end)] : [start, start]
  return { description: textOf(field(given, 'Description')), startSeconds: from, endSeconds: to }
}

/** A member by its name, whatever the case. */
function field(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null) return undefined
  const key = Object.hasOwn(of, name) ? name : Object.keys(of).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : Reflect.get(of, key)
}

/** Also of a text, with a point or a comma; NaN of anything else. */
function numberOf(given: unknown): number {
  if (typeof given === 'number') return given
  if (typeof given !== 'string' || given.trim() === '') return NaN
  return Number(given.trim().replace(/^([+-]?\d+),(\d+)$/, '$1.$2'))
}

const textOf = (given: unknown): string =>
  typeof given === 'string' ? given.trim().slice(0, longestText) : typeof given === 'number' ? String(given) : ''

/** The last part of a path of any system. */
const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? ''

/** The first of them, and how many there were. */
class Notes {
  readonly #first: string[] = []
  #count = 0

  add(note: string): void {
    if (this.#count++ < mostNotes) this.#first.push(note)
  }

  all(): string[] {
    return this.#count <= mostNotes ? this.#first : [...this.#first, `And ${this.#count - mostNotes} more like these.`]
  }
}
