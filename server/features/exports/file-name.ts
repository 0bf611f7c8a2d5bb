import type { ExportArguments } from '#contract/exports.ts'
import { safeFileName, stemOf } from '#server/features/uploads/file-name.ts'
import type { OfferedFormat } from './formats.ts'

/** `drive.vsb` becomes `drive.csv`, or `drive_10Hz_part.csv` where not all of it is in there. */
export function exportedName(source: string, { format, mark }: OfferedFormat, wish: ExportArguments): string {
  const rate = wish.forceRate > 0 && format.signals !== undefined ? `_${wish.forceRate}Hz` : ''
  const isPart = wish.startDate !== undefined || wish.endDate !== undefined || wish.signals !== undefined
  return named(`${stemOf(source)}${mark}${rate}${isPart ? '_part' : ''}`, format.extension)
}

/** The name, or with a number behind it when others have it; case does not tell names apart. */
export function freeName(wanted: string, others: readonly string[]): string {
  const taken = new Set(others.map((name) => name.toLowerCase()))
  const dot = wanted.lastIndexOf('.')
  let name = wanted
  for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = named(`${wanted.slice(0, dot)}_${copy}`, wanted.slice(dot + 1))
  return name
}

function named(stem: string, extension: string): string {
  return safeFileName(`${stem}.${extension}`) ?? `export.${extension}`
}
