// node inspect.js FILE: what a recording holds.
import { openAsBlob } from 'node:fs'
import { blobSource, readHeader } from '@loggerhead/recording'

const path = process.argv[2] ?? 'drive.blf'
// Only the ranges that are asked for are read: the file may be larger than the memory.
const header = await readHeader(blobSource(await openAsBlob(path)))
if (header === null) throw new Error(`${path} is no recording that is known`)

console.log(`${header.format} ${header.version}, ${header.frameCount} frames, ${header.signalCount} signals`)
if (header.start && header.end)
  console.log(`${new Date(header.start.epochMs).toISOString()} to ${new Date(header.end.epochMs).toISOString()}`)
for (const bus of header.buses)
  console.log(`${bus.kind} ${bus.channel} ${bus.name}: ${bus.frameCount} frames, ${bus.idCount} ids`)
// What stands before the damage was counted all the same.
if (header.problem) console.log(`${header.problem.message} (byte ${header.problem.offset})`)
