import type { BenchFormat } from './files.ts'

/** The same work on the same file, done here and by a peer. */
export interface Case {
  readonly name: string
  readonly format: BenchFormat
  readonly frames: number
  readonly ours: 'physical' | 'frames'
  readonly peer: 'asammdf' | 'cantools' | 'numpy' | 'frames'
  readonly against: string
  /** Rounds of the peer in one program; a slow one is as fast the first time. */
  readonly peerRounds: number
  readonly pairs: number
  /** Least ratios that the issue asks for. */
  readonly target: { readonly warm?: number; readonly cold?: number }
}

export const cases: readonly Case[] = [
  {
    name: 'mf4-physical',
    format: 'mf4',
    frames: 2_000_000,
    ours: 'physical',
    peer: 'asammdf',
    against: 'asammdf: open, extract_bus_logging, select of all signals',
    peerRounds: 3,
    pairs: 5,
    target: { warm: 10, cold: 6 },
  },
  {
    name: 'blf-physical',
    format: 'blf',
    frames: 500_000,
    ours: 'physical',
    peer: 'cantools',
    against: 'python-can and cantools',
    peerRounds: 1,
    pairs: 3,
    target: { warm: 40 },
  },
  {
    name: 'asc-frames',
    format: 'asc',
    frames: 1_000_000,
    ours: 'frames',
    peer: 'frames',
    against: 'python-can',
    peerRounds: 1,
    pairs: 3,
    target: { warm: 20 },
  },
  {
    name: 'blf-frames',
    format: 'blf',
    frames: 500_000,
    ours: 'frames',
    peer: 'frames',
    against: 'python-can',
    peerRounds: 1,
    pairs: 3,
    target: {},
  },
  {
    name: 'vsb-physical',
    format: 'vsb',
    frames: 2_000_000,
    ours: 'physical',
    peer: 'numpy',
    against: 'numpy: structured array, shifts and masks of whole columns',
    peerRounds: 3,
    pairs: 3,
    target: {},
  },
]
