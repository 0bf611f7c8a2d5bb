import { join } from 'node:path'
import { node24 } from './node24.mjs'
import { root } from './project.mjs'

// What suits a program that reads one recording, front to back, into much memory, and ends.

/** A heap that counts as small up to here, MiB: else the engine looks for garbage, in vain, with every 20 MB of samples. */
const heapMebibytes = 128

/**
 * Where the GNU C library gives memory (elsewhere nobody looks at this): in large pages, and all but the largest pieces from
 * one run of memory. To find and clear small pages one by one is a fifth of the time that a fresh program takes.
 */
const largePages = [
  'glibc.malloc.hugetlb=1',
  'glibc.malloc.mmap_threshold=8388608',
  'glibc.malloc.trim_threshold=268435456',
].join(':')

/** A program and its first arguments, to be followed by a file's name. */
export function commandNode() {
  // There is little garbage to collect: handing it to threads costs more than collecting it.
  return [node24(), `--initial-heap-size=${heapMebibytes}`, '--single-threaded-gc']
}

/** Compiled code is kept, which halves the time until a command begins. */
export const commandEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'var', 'compile-cache'),
  GLIBC_TUNABLES: largePages,
}
