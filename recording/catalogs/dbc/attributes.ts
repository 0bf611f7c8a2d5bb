import type { Draft, Target } from './draft.ts'

/** VFrameFormat by number, for files that define it as INT (CANdb++ documents the numbers). */
const frameFormats: Readonly<Record<number, string>> = {
  0: 'StandardCAN',
  1: 'ExtendedCAN',
  3: 'J1939PG',
  14: 'StandardCAN_FD',
  15: 'ExtendedCAN_FD',
}

/** What the attributes of a file mean, by their definitions and defaults. */
export class Attributes {
  readonly #values = new Map<string, readonly string[]>()
  readonly #defaults: ReadonlyMap<string, string | number>
  readonly network = new Map<string, string | number>()
  /** Long names of nodes by their short ones. */
  readonly nodeNames = new Map<string, string>()

  constructor(draft: Draft) {
    for (const { kind, name, values } of draft.definitions) {
      if (values === null) continue
      this.#values.set(`${kind} ${name}`, values)
      this.#values.set(name, values)
    }
    this.#defaults = draft.defaults
    for (const { target, name, value } of draft.attributes) {
      if (target.kind === 'network') this.network.set(name, this.resolved('network', name, value))
      if (target.kind === 'node' && name === 'SystemNodeLongSymbol') this.nodeNames.set(target.name, String(value))
    }
  }

  /** The value with an enumeration's number turned into its text. */
  resolved(kind: Target['kind'], name: string, value: string | number): string | number {
    if (typeof value !== 'number') return value
    return (this.#values.get(`${kind} ${name}`) ?? this.#values.get(name))?.[value] ?? value
  }

  /** What holds for a message or signal: its own value, else the default. */
  effective(kind: Target['kind'], name: string, own: ReadonlyMap<string, string | number>): string | number | undefined {
    const value = own.get(name)
    if (value !== undefined) return value
    const standard = this.#defaults.get(name)
    return standard === undefined ? undefined : this.resolved(kind, name, standard)
  }

  /** The message's frame format: what it says itself, and what the file's default says. */
  frameFormat(own: ReadonlyMap<string, string | number>): { own: string | undefined; effective: string | undefined } {
    const text = (value: string | number | undefined): string | undefined =>
      typeof value === 'number' ? frameFormats[value] : value
    return { own: text(own.get('VFrameFormat')), effective: text(this.effective('message', 'VFrameFormat', own)) }
  }

  get networkIsJ1939(): boolean {
    return String(this.effective('network', 'ProtocolType', this.network) ?? '').toUpperCase() === 'J1939'
  }
}
