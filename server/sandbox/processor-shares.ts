import { readFileSync } from 'node:fs'

/** Processors that one box has while it is at work. */
export interface ProcessorShare {
  /** Numbers of processors, rising. Null: all that this program may use, since the box may keep all of them busy. */
  readonly processors: readonly number[] | null
  /** Its box is at work from now on. May be repeated. */
  begin(): void
  /** Other boxes that are at work on its processors. */
  company(): number
  /** May be repeated. */
  release(): void
}

/**
 * Hands the machine's processors out to boxes at work: each gets those that the fewest others have, so that what one box
 * does to its processor is nothing to the next. With more boxes than processors they share, by their weights.
 */
export class ProcessorShares {
  /** Of each processor: the shares that have it, and those of them whose boxes are at work. */
  readonly #users: Map<number, { all: number; atWork: number }>

  constructor(processors: readonly number[] = processorsOfThisProgram()) {
    this.#users = new Map(processors.map((processor) => [processor, { all: 0, atWork: 0 }]))
  }

  /** @param wanted how many a box may keep busy; a part of one takes a whole one, which others may be given too */
  take(wanted: number): ProcessorShare {
    const count = Math.max(1, Math.ceil(wanted))
    if (count >= this.#users.size) return everything
    const least = [...this.#users]
      .toSorted(([a, usersOfA], [b, usersOfB]) => usersOfA.atWork - usersOfB.atWork || usersOfA.all - usersOfB.all || a - b)
      .slice(0, count)
      .toSorted(([a], [b]) => a - b)
    const users = least.map(([, one]) => one)
    for (const one of users) one.all += 1
    let [isTaken, isAtWork] = [true, false]
    return {
      processors: least.map(([processor]) => processor),
      begin: () => {
        if (isTaken && !isAtWork) for (const one of users) one.atWork += 1
        isAtWork = true
      },
      company: () => Math.max(...users.map(({ atWork }) => atWork)) - (isTaken && isAtWork ? 1 : 0),
      release: () => {
        for (const one of isTaken ? users : []) {
          one.all -= 1
          if (isAtWork) one.atWork -= 1
        }
        isTaken = false
      },
    }
  }
}

const everything: ProcessorShare = { processors: null, begin: () => undefined, company: () => 0, release: () => undefined }

/** As the kernel lets this program use them; empty where it does not say. */
function processorsOfThisProgram(): number[] {
  try {
    return readList(/^Cpus_allowed_list:\s*(.*)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '')
  } catch {
    return []
  }
}

/** "0-2,5" -> 0, 1, 2, 5 */
export function readList(text: string): number[] {
  return text
    .trim()
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const [first = NaN, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
}
