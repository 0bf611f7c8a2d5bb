import { readFileSync } from 'node:fs'

/*
 * Users without a name, one for each box at a time, so that limits and signals of one box never concern another. The range
 * is one that nobody gives to people or systems (systemd: "unused"); in a container with few users, its upper end.
 */

const first = 1_900_000_000
const perProcess = 200
const processes = 1_000_000
const taken = new Set<number>()

interface SlotUser {
  readonly uid: number
  release(): void
}

/** A user that no other box of this machine has. */
export function takeUser(): SlotUser {
  const base = isMapped(first) ? first + (process.pid % processes) * perProcess : 65_000
  for (let uid = base; uid < base + perProcess; uid++) {
    if (taken.has(uid)) continue
    taken.add(uid)
    return { uid, release: () => taken.delete(uid) }
  }
  throw new Error(`more than ${perProcess} boxes at a time`)
}

/** Lines of "inside outside count". */
function isMapped(uid: number): boolean {
  return readFileSync('/proc/self/uid_map', 'utf8')
    .split('\n')
    .some((line) => {
      const [inside = NaN, , count = 0] = line.trim().split(/\s+/).map(Number)
      return uid >= inside && uid < inside + count
    })
}
