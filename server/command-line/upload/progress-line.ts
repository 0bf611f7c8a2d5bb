/** One line on the terminal that says how far an upload is; nothing where there is no terminal. */
export interface ProgressLine {
  show(name: string, done: number, total: number): void
  clear(): void
}

export function progressLine(out: NodeJS.WriteStream, quiet: boolean): ProgressLine {
  if (!out.isTTY || quiet) return { show: () => {}, clear: () => {} }
  let from: { name: string; at: number; done: number } | undefined
  return {
    show(name, done, total) {
      if (from?.name !== name) from = { name, at: performance.now(), done }
      const seconds = (performance.now() - from.at) / 1000
      const rate = seconds > 0 ? (done - from.done) / seconds : 0
      const share = total === 0 ? 1 : done / total
      const bar = '█'.repeat(Math.round(share * 20)).padEnd(20, '░')
      const speed = rate > 0 ? `  ${byteText(rate)}/s  ${Math.ceil((total - done) / rate)} s` : ''
      out.write(`\r\u001b[K${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${name}  ${byteText(done)} of ${byteText(total)}${speed}`)
    },
    clear: () => void out.write('\r\u001b[K'),
  }
}

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** Base 1024, up to two decimals: 1536 -> "1.5 KB". */
export function byteText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power] ?? 'Bytes'}`
}
