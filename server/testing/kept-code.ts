import { join } from 'node:path'

/**
 * For the programs that tests start, in their environment: compiled code is kept from one to the next, as it is between
 * commands. That halves what it costs until they begin. A program that may not write there compiles its own.
 */
export const keptCode = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../var/compile-cache') } as const
