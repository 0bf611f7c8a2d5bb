/** Loops by their text; those used last are kept, as many as have `mostCharacters` together. */
export class KeptLoops<Loop> {
  readonly #mostCharacters: number
  readonly #loops = new Map<string, Loop>()
  #characters = 0

  constructor(mostCharacters = 4_000_000) {
    this.#mostCharacters = mostCharacters
  }

  get(text: string, make: () => Loop): Loop {
    const known = this.#loops.get(text)
    const loop = known ?? make()
    if (known === undefined) this.#characters += text.length
    else this.#loops.delete(text)
    this.#loops.set(text, loop)
    for (const oldest of this.#loops.keys()) {
      if (this.#characters <= this.#mostCharacters || oldest === text) break
      this.#loops.delete(oldest)
      this.#characters -= oldest.length
    }
    return loop
  }
}
