import { CatalogError } from './catalog-error.ts'

/** An object of the JSON form whose fields are taken with their types checked. */
export class FormObject {
  readonly #fields: ReadonlyMap<string, unknown>
  readonly #place: string

  constructor(value: unknown, place: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place, 'an object')
    this.#fields = new Map(Object.entries(value))
    this.#place = place
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.#missing(name, 'text')
  }

  optionalText(name: string): string | undefined {
    const value = this.#fields.get(name)
    if (value === undefined || typeof value === 'string') return value
    return this.#missing(name, 'text')
  }

  number(name: string): number {
    return this.optionalNumber(name) ?? this.#missing(name, 'a number')
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#fields.get(name)
    if (value === undefined || (typeof value === 'number' && Number.isFinite(value))) return value
    return this.#missing(name, 'a number')
  }

  /** A whole number from `least` to `most`. */
  integer(name: string, least: number, most: number): number {
    const value = this.number(name)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    return this.#missing(name, `a whole number from ${least} to ${most}`)
  }

  flag(name: string): boolean {
    const value = this.#fields.get(name)
    if (value === undefined || typeof value === 'boolean') return value ?? false
    return this.#missing(name, 'true or false')
  }

  /** One of some words. */
  choice<T extends string>(name: string, words: readonly T[]): T | undefined {
    const value = this.optionalText(name)
    if (value === undefined) return undefined
    return words.find((word) => word === value) ?? this.#missing(name, words.join(' or '))
  }

  list<T>(name: string, element: (value: unknown, place: string) => T): T[] {
    return this.optionalList(name, element) ?? this.#missing(name, 'a list')
  }

  optionalList<T>(name: string, element: (value: unknown, place: string) => T): T[] | undefined {
    const value = this.#fields.get(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value)) return this.#missing(name, 'a list')
    return value.map((each: unknown, i) => element(each, `${this.#place}.${name}[${i}]`))
  }

  object(name: string): FormObject | undefined {
    const value = this.#fields.get(name)
    return value === undefined ? undefined : new FormObject(value, `${this.#place}.${name}`)
  }

  /** Texts and numbers by name. */
  values(name: string): Record<string, string | number> | undefined {
    const value = this.#fields.get(name)
    if (value === undefined) return undefined
    const place = `${this.#place}.${name}`
    if (typeof value !== 'object' || value === null) throw wrong(place, 'an object')
    return Object.fromEntries(
      Object.entries(value).map(([key, each]: [string, unknown]) => {
        if (typeof each === 'string' || (typeof each === 'number' && Number.isFinite(each))) return [key, each]
        throw wrong(`${place}.${key}`, 'a text or a number')
      }),
    )
  }

  #missing(name: string, wanted: string): never {
    throw wrong(`${this.#place}.${name}`, wanted)
  }
}

/** A pair of finite numbers. */
export function numberPair(value: unknown, place: string): readonly [number, number] {
  if (!Array.isArray(value) || value.length !== 2) throw wrong(place, 'two numbers')
  const [first, second]: unknown[] = value
  if (typeof first !== 'number' || typeof second !== 'number' || !Number.isFinite(first) || !Number.isFinite(second))
    throw wrong(place, 'two numbers')
  return [first, second]
}

/** A number and its name. */
export function namedNumber(value: unknown, place: string): readonly [number, string] {
  if (!Array.isArray(value) || value.length !== 2) throw wrong(place, 'a number and its name')
  const [number, name]: unknown[] = value
  if (typeof number !== 'number' || !Number.isFinite(number) || typeof name !== 'string')
    throw wrong(place, 'a number and its name')
  return [number, name]
}

function wrong(place: string, wanted: string): CatalogError {
  return new CatalogError(`The stored catalog must have ${wanted} at ${place}`, 'import the catalog again')
}
