import type { Catalog } from '../catalog.ts'
import { CatalogError } from '../catalog-error.ts'
import { assemble } from './assembly.ts'
import { sourceText } from './source-text.ts'
import { readStatements } from './statements.ts'

/**
 * Reads a DBC file. What cannot be understood is passed over with a note that names its line; the rest holds. Takes
 * time in proportion to the file. The format as CANdb++ writes it ("DBC File Format Documentation", Vector), and as
 * tools in the field do.
 *
 * Decided here, where files contradict themselves: of two messages with one number, or two signals of one name in a
 * message, the first is kept. Signals outside their message are kept, with a note: longer frames do hold them.
 *
 * @throws CatalogError when the bytes are no DBC file at all
 */
export function parseDbc(bytes: Uint8Array, name: string): Catalog {
  const { draft, telling } = readStatements(sourceText(bytes))
  if (telling === 0)
    throw new CatalogError(
      'This is not a DBC file: no VERSION, BU_ or BO_ is in it',
      'choose a file that a bus database editor exported as DBC',
      1,
    )
  return assemble(draft, name)
}
