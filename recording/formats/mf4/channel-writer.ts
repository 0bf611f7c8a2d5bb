import { type BlockWriter, fields } from './block-writer.ts'

/** What a CN block says. */
export interface ChannelSpec {
  name: string
  unit?: string
  type: number
  syncType?: number
  dataType: number
  byteOffset: number
  bitOffset?: number
  bitCount: number
  flags?: number
  conversion?: Conversion
  source?: number
  composition?: number
}

/** Raw value to physical: a straight line, or names for whole numbers. */
export type Conversion =
  | { kind: 'linear'; factor: number; offset: number }
  | { kind: 'names'; names: ReadonlyMap<number, string> }

/** Writes channels as one chain and gives the first one's offset. */
export async function writeChannels(writer: BlockWriter, channels: readonly ChannelSpec[]): Promise<number> {
  let next = 0
  for (const channel of channels.toReversed()) next = await writeChannel(writer, channel, next)
  return next
}

async function writeChannel(writer: BlockWriter, channel: ChannelSpec, next: number): Promise<number> {
  const name = await writer.text('TX', channel.name)
  const unit = await writer.text('TX', channel.unit ?? '')
  const conversion = channel.conversion ? await writeConversion(writer, channel.conversion) : 0
  const links = [next, channel.composition ?? 0, name, channel.source ?? 0, conversion, 0, unit, 0]
  return writer.block(
    'CN',
    links,
    fields(
      ['u8', channel.type],
      ['u8', channel.syncType ?? 0],
      ['u8', channel.dataType],
      ['u8', channel.bitOffset ?? 0],
      ['u32', channel.byteOffset],
      ['u32', channel.bitCount],
      ['u32', channel.flags ?? 0],
      ['u32', 0],
      ['u8', 0],
      ['u8', 0],
      ['u16', 0],
      ['f64', 0],
      ['f64', 0],
      ['f64', 0],
      ['f64', 0],
      ['f64', 0],
      ['f64', 0],
    ),
  )
}

async function writeConversion(writer: BlockWriter, conversion: Conversion): Promise<number> {
  if (conversion.kind === 'linear') {
    const values = [
      ['f64', conversion.offset],
      ['f64', conversion.factor],
    ] as const
    return writer.block(
      'CC',
      [0, 0, 0, 0],
      fields(['u8', 1], ['u8', 0], ['u16', 0], ['u16', 0], ['u16', 2], ['f64', 0], ['f64', 0], ...values),
    )
  }
  const references: number[] = []
  for (const name of conversion.names.values()) references.push(await writer.text('TX', name))
  const keys = [...conversion.names.keys()].map((key) => ['f64', key] as const)
  // Kind 7, value to text; the last reference (0) is the default: the number itself.
  return writer.block(
    'CC',
    [0, 0, 0, 0, ...references, 0],
    fields(
      ['u8', 7],
      ['u8', 0],
      ['u16', 0],
      ['u16', references.length + 1],
      ['u16', keys.length],
      ['f64', 0],
      ['f64', 0],
      ...keys,
    ),
  )
}

/** A CG block with its channels; its cycle count stays 0 until the records are written. */
export async function writeChannelGroup(
  writer: BlockWriter,
  options: { name: string; firstChannel: number; source: number; flags: number; recordBytes: number },
): Promise<number> {
  const name = await writer.text('TX', options.name)
  const pathSeparator = '.'.charCodeAt(0)
  return writer.block(
    'CG',
    [0, options.firstChannel, name, options.source, 0, 0],
    fields(
      ['u64', 0],
      ['u64', 0],
      ['u16', options.flags],
      ['u16', options.flags === 0 ? 0 : pathSeparator],
      ['u32', 0],
      ['u32', options.recordBytes],
      ['u32', 0],
    ),
  )
}

/** Offset of a CG block's cycle count, to be filled in when it is known. */
export function cycleCountAt(channelGroup: number): number {
  const links = 6
  return channelGroup + 24 + links * 8 + 8
}
