import { frameFlag, type Bus, type FrameBlock } from '../../frames.ts'
import type { FormatAbilities } from '../format.ts'

/** Counts the frames that a format cannot keep, by reason. */
export class Losses {
  readonly counts = new Map<string, number>()
  #abilities: FormatAbilities

  constructor(abilities: FormatAbilities) {
    this.#abilities = abilities
  }

  /** True when the format cannot keep the frame in `row`, which is counted then. */
  loses(block: FrameBlock, row: number, bus: Bus | undefined): boolean {
    const reason = this.#reason(block.flags[row] ?? 0, block.length[row] ?? 0, bus)
    if (reason !== null) this.add(reason)
    return reason !== null
  }

  add(reason: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
  }

  #reason(flags: number, length: number, bus: Bus | undefined): string | null {
    const kind = bus?.kind ?? 'other'
    if (!this.#abilities.busKinds.includes(kind)) return `${kind} frames`
    if (flags & frameFlag.error) return this.#abilities.errorFrames ? null : 'error frames'
    if (flags & frameFlag.remote) return this.#abilities.remoteFrames ? null : 'remote frames'
    if (flags & frameFlag.fd && !this.#abilities.fd) return 'CAN FD frames'
    const most = kind === 'CAN' && flags & frameFlag.fd ? 64 : 8
    return length > most ? `frames of more than ${most} bytes` : null
  }
}
