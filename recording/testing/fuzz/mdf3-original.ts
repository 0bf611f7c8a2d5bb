import { BuiltMdf3 } from '../built-mdf3.ts'

const rows = 40
const parts = [
  ['DataBytes', 56, 64, 8],
  ['DLC', 48, 8, 0],
  ['IDE', 40, 8, 0],
  ['ID', 8, 32, 0],
  ['BusChannel', 0, 8, 0],
] as const

/** Bus logging and a signal with a table of texts, as MDF 3 keeps them. */
export function builtMdf3Frames(): Uint8Array {
  const built = new BuiltMdf3(true)
  built.header('01:10:2026', '06:00:00', 0n, 0)
  let next = 0
  for (const [name, startBit, bits, dataType] of parts)
    next = built.channel({ name: `CAN_DataFrame.${name}`, next, startBit: 64 + startBit, bits, dataType })
  const frameTime = built.channel({ name: 't', next, time: true, bits: 64, dataType: 3 })
  const frames = built.group({ channels: frameTime, bytes: 23, records: rows })
  const frameGroup = built.dataGroup({ group: frames, data: 0 })

  const text = built.block('TX', built.text('above', 8))
  const table = built.conversion(12, 2, [...built.f64(0, 0), ...built.u32(text), ...built.f64(1, 2), ...built.u32(text)])
  const value = built.channel({ name: 'state', conversion: table, startBit: 64, bits: 8, dataType: 0 })
  const valueTime = built.channel({ name: 't', next: value, time: true, bits: 64, dataType: 3 })
  const values = built.group({ channels: valueTime, bytes: 9, records: rows })
  const valueGroup = built.dataGroup({ group: values, data: 0, next: frameGroup })

  const frame = (i: number): number[] => [...built.f64(i / 10), 1, ...built.u32(0x100 + i), i % 2, 8, 1, 2, 3, 4, 5, 6, 7, i]
  const every = Array.from({ length: rows }, (_, i) => i)
  built.link(frameGroup + 16, built.data(every.flatMap(frame)))
  built.link(valueGroup + 16, built.data(every.flatMap((i) => [...built.f64(i / 10), i % 4])))
  built.link(64 + 4, valueGroup)
  return built.bytes()
}
