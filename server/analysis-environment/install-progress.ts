import type { OnProgress } from './build-environment.ts'

/** What the installer says of the larger files: "Downloading scipy (33.7MiB)", " Downloaded scipy". */
const begun = /^\s*Downloading (\S+) \(([\d.]+)\s*(B|KiB|MiB|GiB)\)/
const done = /^\s*Downloaded (\S+)/
const units = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const

/** Makes percent of the installer's lines; downloads come to 85 of 100, weighed by size. */
export class InstallProgress {
  readonly #sizes = new Map<string, number>()
  readonly #arrived = new Set<string>()
  readonly #tell: OnProgress

  constructor(tell: OnProgress) {
    this.#tell = tell
    tell(0, 'Downloading packages')
  }

  line(line: string): void {
    const [, name, amount, unit] = begun.exec(line) ?? []
    if (name !== undefined) this.#sizes.set(name, Number(amount) * (units[unit as keyof typeof units] ?? 1))
    const [, arrived] = done.exec(line) ?? []
    if (arrived !== undefined) this.#arrived.add(arrived)
    if (line.startsWith('Prepared ')) this.#tell(90, 'Installing packages')
    else if (line.startsWith('Installed ')) this.#tell(97, 'Compiling packages')
    else if (arrived !== undefined)
      this.#tell(85 * this.#share(), `Downloading packages: ${this.#arrived.size} of ${this.#sizes.size}`)
  }

  #share(): number {
    const all = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
    const here = [...this.#arrived].reduce((sum, name) => sum + (this.#sizes.get(name) ?? 0), 0)
    return all === 0 ? 0 : here / all
  }
}
