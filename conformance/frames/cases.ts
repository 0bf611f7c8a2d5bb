import { FrameBlockBuilder, frameFlag, type Bus, type BusKind, type FrameBlock } from '#recording/frames.ts'
import type { FormatAbilities } from '#recording/formats/format.ts'
import type { Instant } from '#recording/instant.ts'
import type { Reader } from './programs.ts'

/** Frames that use one feature, for every format that has it. */
export interface FrameCase {
  readonly feature: string
  /** Absent: CAN, by the programs of the format; otherwise who reads it in which format. */
  readonly other?: { readonly kind: BusKind; readonly readers: Readonly<Partial<Record<string, Reader>>> }
  needs(abilities: FormatAbilities): boolean
  readonly buses: readonly Bus[]
  blocks(): FrameBlock[]
}

/** A moment on a whole second: some formats keep no more of the beginning. */
export const caseOrigin: Instant = { epochMs: Date.UTC(2026, 2, 9, 14, 30, 15), nanos: 0 }

const canBuses = (count: number): Bus[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'CAN', channel: i + 1, name: `CAN ${i + 1}` }))
const fdLengths = [0, 1, 7, 8, 12, 16, 20, 24, 32, 48, 64] as const

interface Row {
  bus?: number
  id: number
  flags?: number
  length: number
}

/** Frames 250 microseconds apart from half a second on; data that no two neighbours share. */
function blocksOf(count: number, row: (i: number) => Row): FrameBlock[] {
  const builder = new FrameBlockBuilder()
  const blocks: FrameBlock[] = []
  for (let i = 0; i < count; i++) {
    const { bus = 0, id, flags = 0, length } = row(i)
    // a remote frame has the length that it asks for, and zeros as data
    const empty = (flags & frameFlag.remote) !== 0
    const data = Uint8Array.from({ length }, (_, k) => (empty ? 0 : (i * 31 + k * 7 + (i >> 8)) & 0xff))
    builder.add(500_000_000 + i * 250_000, bus, id, flags, data, 0, length)
    if (builder.full) blocks.push(builder.take())
  }
  if (builder.count > 0) blocks.push(builder.take())
  return blocks
}

/** Frames of 60 to 1,514 bytes, of types that nobody dissects. */
function ethernetBlocks(count: number): FrameBlock[] {
  const builder = new FrameBlockBuilder()
  for (let i = 0; i < count; i++) {
    const data = Uint8Array.from({ length: i % 3 === 0 ? 60 : 60 + ((i * 97) % 1455) }, (_, k) => (i * 31 + k * 7) & 0xff)
    // local experimental types (IEEE 802)
    data.set([0x88, 0xb5 + (i % 2)], 12)
    builder.add(500_000_000 + i * 250_000, 0, 0x88b5 + (i % 2), 0, data, 0, data.length)
  }
  return [builder.take()]
}

const always = () => true
const { extended, remote, error, sent, fd, bitRateSwitch, errorState } = frameFlag

export const frameCases: readonly FrameCase[] = [
  {
    feature: 'standard identifiers',
    needs: always,
    buses: canBuses(1),
    blocks: () => blocksOf(900, (i) => ({ id: (i * 37) % 0x800, length: i % 9 })),
  },
  {
    feature: 'extended identifiers',
    needs: always,
    buses: canBuses(1),
    blocks: () =>
      blocksOf(900, (i) => ({ id: [0, 0x7ff, 0x800, 0x18fe_f100 + i, 0x1fff_ffff][i % 5] ?? 0, flags: extended, length: 8 })),
  },
  {
    feature: 'many blocks',
    needs: always,
    buses: canBuses(1),
    blocks: () => blocksOf(40_000, (i) => ({ id: i % 50, flags: i % 3 === 0 ? extended : 0, length: 1 + (i % 8) })),
  },
  {
    feature: 'no frames',
    needs: always,
    buses: canBuses(1),
    blocks: () => [],
  },
  {
    feature: 'CAN FD',
    needs: (abilities) => abilities.fd,
    buses: canBuses(1),
    blocks: () =>
      blocksOf(660, (i) => ({
        id: 0x100 + (i % 11),
        flags: fd | (i % 2 ? bitRateSwitch : 0) | (i % 5 === 0 ? errorState : 0) | (i % 3 === 0 ? extended : 0),
        length: fdLengths[i % fdLengths.length] ?? 0,
      })),
  },
  {
    feature: 'CAN FD among classical',
    needs: (abilities) => abilities.fd,
    buses: canBuses(1),
    blocks: () => blocksOf(600, (i) => (i % 3 === 0 ? { id: i % 7, flags: fd, length: 64 } : { id: i % 7, length: 8 })),
  },
  {
    feature: 'remote frames',
    needs: (abilities) => abilities.remoteFrames,
    buses: canBuses(1),
    blocks: () =>
      blocksOf(300, (i) =>
        i % 2 ? { id: i, flags: remote | (i % 3 ? extended : 0), length: (i >> 1) % 9 } : { id: i, length: i % 9 },
      ),
  },
  {
    feature: 'error frames',
    needs: (abilities) => abilities.errorFrames,
    buses: canBuses(1),
    blocks: () => blocksOf(300, (i) => (i % 4 === 1 ? { id: 0, flags: error, length: 0 } : { id: i, length: 4 })),
  },
  {
    feature: 'sent frames',
    needs: always,
    buses: canBuses(1),
    blocks: () => blocksOf(300, (i) => ({ id: i, flags: i % 2 ? sent : 0, length: 5 })),
  },
  {
    feature: 'several buses',
    needs: (abilities) => abilities.channels,
    buses: canBuses(4),
    blocks: () => blocksOf(800, (i) => ({ bus: i % 4, id: 0x200 + (i % 3), length: 8 })),
  },
  {
    feature: 'LIN frames',
    other: { kind: 'LIN', readers: { mf4: 'asammdf_lin', vsb: 'vsb_layout' } },
    needs: (abilities) => abilities.busKinds.includes('LIN'),
    buses: [1, 2].map((channel) => ({ kind: 'LIN', channel, name: `LIN ${channel}` })),
    blocks: () => blocksOf(300, (i) => ({ bus: i % 2, id: i % 64, flags: i % 5 === 0 ? sent : 0, length: 1 + (i % 8) })),
  },
  {
    feature: 'Ethernet frames',
    other: { kind: 'Ethernet', readers: { pcap: 'tshark_packets', pcapng: 'tshark_packets' } },
    needs: (abilities) => abilities.busKinds.includes('Ethernet'),
    buses: [{ kind: 'Ethernet', channel: 1, name: 'Ethernet 1' }],
    blocks: () => ethernetBlocks(200),
  },
]
