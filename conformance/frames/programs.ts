import { frameFlag } from '#recording/frames.ts'
import type { Comparison } from './differences.ts'

/** Functions of oracles/read_frames.py. */
export type Reader = 'python_can' | 'python_can_asc' | 'asammdf' | 'asammdf_lin' | 'tshark' | 'tshark_packets' | 'vsb_layout'

/** How a format is compared with another program's reader and writer. */
export interface ProgramPair {
  /** Format id of ours. */
  readonly format: string
  readonly extension: string
  /** Function of oracles/read_frames.py; absent: nobody else reads it. */
  readonly reader?: Reader
  /** Key of `writers` in oracles/write_frames.py; absent: nobody else writes it. */
  readonly writer?: 'asc' | 'blf' | 'csv' | 'db' | 'log' | 'trc' | 'mf4'
  readonly program: string
  readonly comparison: Comparison
  /** Features that the other program writes or reads wrongly, and how. A test that finds it mended says so. */
  readonly cannot?: { readonly read?: Readonly<Record<string, string>>; readonly write?: Readonly<Record<string, string>> }
}

const microsecond = 1000
const allButSent = 0xff & ~frameFlag.sent
/** python-can counts the channels of the files from 0. */
const vectorChannels = { channelShift: 1 }

export const programPairs: readonly ProgramPair[] = [
  {
    format: 'vsb',
    extension: 'vsb',
    reader: 'vsb_layout',
    program: "the public header's layout",
    comparison: { toleranceNs: 25 },
  },
  {
    format: 'asc',
    extension: 'asc',
    reader: 'python_can_asc',
    writer: 'asc',
    program: 'python-can',
    comparison: { toleranceNs: microsecond, ...vectorChannels },
    cannot: { read: { 'CAN FD': 'takes frames without data for remote frames' } },
  },
  {
    format: 'blf',
    extension: 'blf',
    reader: 'python_can',
    writer: 'blf',
    program: 'python-can',
    comparison: { toleranceNs: microsecond, ...vectorChannels },
  },
  {
    format: 'mf4',
    extension: 'mf4',
    reader: 'asammdf',
    writer: 'mf4',
    program: 'asammdf, python-can',
    comparison: { toleranceNs: microsecond },
  },
  {
    format: 'python-can-csv',
    extension: 'csv',
    reader: 'python_can',
    writer: 'csv',
    program: 'python-can',
    comparison: { toleranceNs: microsecond, channels: false, flags: allButSent },
  },
  {
    format: 'sqlite',
    extension: 'db',
    reader: 'python_can',
    writer: 'db',
    program: 'python-can',
    comparison: { toleranceNs: microsecond, channels: false, flags: allButSent },
  },
  {
    format: 'candump',
    extension: 'log',
    reader: 'python_can',
    writer: 'log',
    program: 'python-can',
    comparison: { toleranceNs: microsecond },
    cannot: { write: { 'no frames': 'writes an empty file', 'remote frames': 'leaves out the length that they ask for' } },
  },
  {
    format: 'trc',
    extension: 'trc',
    reader: 'python_can',
    writer: 'trc',
    program: 'python-can',
    // the beginning is written in days with eleven decimals
    comparison: { toleranceNs: 2 * microsecond, channelShift: 1 },
    cannot: {
      write: {
        'no frames': 'writes an empty file',
        'CAN FD': 'leaves the frames out',
        'CAN FD among classical': 'leaves the frames out',
        'remote frames': 'leaves the frames out',
        'error frames': 'leaves the frames out',
      },
    },
  },
  {
    format: 'pcap',
    extension: 'pcap',
    reader: 'tshark',
    program: 'tshark',
    comparison: { toleranceNs: microsecond, channels: false, flags: allButSent },
  },
  {
    format: 'pcapng',
    extension: 'pcapng',
    reader: 'tshark',
    program: 'tshark',
    comparison: { toleranceNs: microsecond, channels: false, flags: allButSent },
  },
]
