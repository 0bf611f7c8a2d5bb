import { instantFromEpochNanoseconds, type Instant } from '../../instant.ts'
import type { Mdf3Block, Mdf3Blocks } from './blocks.ts'
import { headerOffset } from './identification.ts'

export interface Mdf3Start {
  firstDataGroup: number
  start: Instant
}

const leastHeaderBytes = 164
const headerBytesWithTime = 176
const nanosecondsPerHour = 3_600_000_000_000n

/**
 * The HD block. Files before 3.20 have a date and a time without a zone, which are taken as UTC. Later ones have
 * nanoseconds and a zone too: the specification counts them in local time, some writers (asammdf) in UTC; the date and
 * time in text, which are local, tell which it is.
 */
export async function readMdf3Start(blocks: Mdf3Blocks): Promise<Mdf3Start> {
  const header = await blocks.read(headerOffset, 'HD', leastHeaderBytes)
  const local = localNanoseconds(header)
  const firstDataGroup = header.u32(4)
  const stamp = header.length >= headerBytesWithTime ? header.u64(164) : 0n
  if (stamp === 0n) return { firstDataGroup, start: instantFromEpochNanoseconds(local ?? 0n) }
  const zone = BigInt(header.i16(172)) * nanosecondsPerHour
  const isLocal = zone !== 0n && local !== null && absolute(stamp - local) < absolute(stamp + zone - local)
  return { firstDataGroup, start: instantFromEpochNanoseconds(isLocal ? stamp - zone : stamp) }
}

/** "DD:MM:YYYY" and "HH:MM:SS" as nanoseconds since 1970 of a clock without zone; null when they are none. */
function localNanoseconds(header: Mdf3Block): bigint | null {
  const date = /^(\d{2}).(\d{2}).(\d{4})$/.exec(header.text(18, 10))
  const time = /^(\d{2}).(\d{2}).(\d{2})$/.exec(header.text(28, 8))
  if (!date || !time) return null
  const [, day, month, year] = date.map(Number)
  const [, hours, minutes, seconds] = time.map(Number)
  return BigInt(Date.UTC(year ?? 1970, (month ?? 1) - 1, day, hours, minutes, seconds)) * 1_000_000n
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
