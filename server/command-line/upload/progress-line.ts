/** One line on the terminal that is written over; nothing where there is no terminal. */
export interface StatusLine {
  show(text: string): void
  clear(): void
}

export function statusLine(out: NodeJS.WriteStream, quiet: boolean): StatusLine {
  if (!out.isTTY || quiet) return { show: () => {}, clear: () => {} }
  return {
    show: (text) => void out.write(`\r\u001b[K${text.slice(0, out.columns)}`),
    clear: () => void out.write('\r\u001b[K'),
  }
}

/** Says how far a file is, how fast it goes and how long it will take. Bytes sent before it was begun here do not count as fast. */
export function uploadProgress(line: StatusLine, name: string, total: number): (safe: number) => void {
  const begun = performance.now()
  let before: number | undefined
  return (safe) => {
    before ??= safe
    const rate = (safe - before) / ((performance.now() - begun) / 1000)
    const share = total === 0 ? 1 : safe / total
    const bar = '█'.repeat(Math.round(share * 20)).padEnd(20, '░')
    const speed = rate > 0 ? `  ${byteText(rate)}/s  ${Math.ceil((total - safe) / rate)} s` : ''
    line.show(`${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${name}  ${byteText(safe)} of ${byteText(total)}${speed}`)
  }
}

const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** Base 1024, up to two decimals: 1536 -> "1.5 KB". */
export function byteText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power] ?? 'Bytes'}`
}
