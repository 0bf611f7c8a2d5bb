import type { DatabaseCell } from '#contract/quick-view.ts'
import { formatBytes } from '#web/format/bytes.ts'
import type { GridCell } from '../grid/grid-column.ts'

/** A value as a cell shows it. */
export function gridCellOf(cell: DatabaseCell | undefined): GridCell {
  if (cell === undefined) return { text: '' }
  if (cell === null) return { text: 'NULL', isQuiet: true }
  if (typeof cell === 'number' || typeof cell === 'string') return { text: String(cell) }
  switch (cell.type) {
    case 'integer':
    case 'real':
      return { text: cell.text }
    case 'text':
      return { text: `${cell.text}…` }
    case 'blob': {
      const isAll = cell.text.length === cell.size * 2
      return { text: isAll ? spaced(cell.text) : `${spaced(cell.text)}… ${formatBytes(cell.size)}`, isQuiet: cell.size === 0 }
    }
  }
}

/** `0aff12` -> `0a ff 12` */
const spaced = (hex: string): string => hex.replace(/(..)(?=.)/g, '$1 ')

export function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16))
}
