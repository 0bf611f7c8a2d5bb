import type { Catalog, Message, Signal } from './catalog.ts'
import { CatalogError } from './catalog-error.ts'
import { FormObject, namedNumber, numberPair } from './form-values.ts'

const formName = 'loggerhead-catalog'
const formVersion = 1
/** A signal may lie anywhere in 65,535 bytes. */
const mostBits = 0xffff * 8

/**
 * The catalog's own form: JSON with the fields of `Catalog` as they are, `names` as pairs of raw value and name, and
 * `form` and `version` in front.
 */
export function catalogToForm(catalog: Catalog): string {
  return JSON.stringify({
    form: formName,
    version: formVersion,
    ...catalog,
    messages: catalog.messages.map((message) => ({
      ...message,
      signals: message.signals.map((signal) => ({ ...signal, names: signal.names && [...signal.names] })),
    })),
  })
}

/**
 * Reads the catalog's own form and checks every field; unknown fields are left out.
 *
 * @throws CatalogError when the text is not such a form, or of a later version
 */
export function catalogFromForm(text: string): Catalog {
  const form = new FormObject(parsed(text), 'catalog')
  if (form.optionalText('form') !== formName) throw new CatalogError('The stored catalog is of another kind', 'import it again')
  const version = form.number('version')
  if (version !== formVersion)
    throw new CatalogError(`The stored catalog has version ${version}, this program knows ${formVersion}`, 'import it again')
  return defined({
    name: form.text('name'),
    messages: form.list('messages', message),
    comment: form.optionalText('comment'),
    notes: form.optionalList('notes', (value, place) => {
      const note = new FormObject(value, place)
      return { line: note.integer('line', 0, Number.MAX_SAFE_INTEGER), text: note.text('text') }
    }),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CatalogError('The stored catalog is not whole', 'import it again')
  }
}

function message(value: unknown, place: string): Message {
  const form = new FormObject(value, place)
  return defined({
    name: form.text('name'),
    id: form.integer('id', 0, 0x1fff_ffff),
    extended: form.flag('extended'),
    length: form.integer('length', 0, 0xffff),
    bus: form.choice('bus', ['CAN', 'LIN']),
    fd: form.flag('fd') || undefined,
    j1939: form.flag('j1939') || undefined,
    cycleMs: form.optionalNumber('cycleMs'),
    sender: form.optionalText('sender'),
    comment: form.optionalText('comment'),
    attributes: form.values('attributes'),
    signals: form.list('signals', signal),
  })
}

function signal(value: unknown, place: string): Signal {
  const form = new FormObject(value, place)
  const names = form.optionalList('names', namedNumber)
  const multiplexed = form.object('multiplexed')
  return defined({
    name: form.text('name'),
    startBit: form.integer('startBit', 0, mostBits),
    bitCount: form.integer('bitCount', 1, mostBits),
    byteOrder: form.choice('byteOrder', ['little', 'big']) ?? 'little',
    signed: form.flag('signed'),
    float: form.flag('float') || undefined,
    factor: form.number('factor'),
    offset: form.number('offset'),
    minimum: form.number('minimum'),
    maximum: form.number('maximum'),
    unit: form.text('unit'),
    comment: form.optionalText('comment'),
    names: names && new Map(names),
    multiplexer: form.flag('multiplexer') || undefined,
    multiplexed: multiplexed && { by: multiplexed.text('by'), ranges: multiplexed.list('ranges', numberPair) },
    attributes: form.values('attributes'),
  })
}

/** Without the fields that have no value, so that what was read equals what was written. */
function defined<T extends object>(value: T): T {
  for (const key of Object.keys(value)) if (Reflect.get(value, key) === undefined) Reflect.deleteProperty(value, key)
  return value
}
