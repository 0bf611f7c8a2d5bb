import { DatabaseSync, constants } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** What SQLite may take for itself, bytes: sorting stays in memory. */
const heapBytes = 128 * 1024 * 1024

const settings = [
  // what the file says about itself (views, defaults, generated columns) may call harmless functions only
  'trusted_schema = OFF',
  'query_only = ON',
  'cell_size_check = ON',
  'mmap_size = 0',
  // nothing is written anywhere
  'temp_store = MEMORY',
  'cache_size = -16384',
  `hard_heap_limit = ${heapBytes}`,
]

/** Functions that our statements and people's views call; all others are refused. */
const functions = new Set(
  (
    'abs avg cast ceil coalesce count date datetime floor format glob group_concat hex ifnull iif instr julianday length like ' +
    'lower ltrim max min nullif octet_length printf quote replace round rtrim sign strftime substr substring sum time total ' +
    'trim typeof unicode unixepoch upper'
  ).split(' '),
)

/**
 * Opens an SQLite file that nobody vouches for. `immutable`: nothing is locked, written or taken from files beside it.
 * Statements may select and nothing else.
 */
export function openGuarded(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  url.search = 'mode=ro&immutable=1'
  const database = new DatabaseSync(url, {
    readOnly: true,
    allowExtension: false,
    enableForeignKeyConstraints: false,
    enableDoubleQuotedStringLiterals: false,
    defensive: true,
    readBigInts: true,
  })
  for (const setting of settings) database.exec(`PRAGMA ${setting}`)
  database.setAuthorizer((action, first, second) => {
    const allowed =
      action === constants.SQLITE_SELECT ||
      action === constants.SQLITE_READ ||
      (action === constants.SQLITE_FUNCTION && functions.has(second?.toLowerCase() ?? '')) ||
      (action === constants.SQLITE_PRAGMA && first === 'table_xinfo')
    return allowed ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
  return database
}
