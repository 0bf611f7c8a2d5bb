import { describe, expect, it } from 'vitest'
import { lastLines, mostLineBytes, mostLines, mostLogBytes, RunLog } from './run-log.ts'

const at = new Date(0)
function logOf(count: number, text: (number: number) => string): RunLog {
  const log = new RunLog()
  for (let number = 1; number <= count; number++) log.add('out', text(number), at)
  return log
}

describe('the log of a run', () => {
  it('gives each line once, in order', () => {
    const log = logOf(2, (number) => `line ${number}`)
    expect(log.take().map((line) => [line.number, line.text])).toEqual([
      [1, 'line 1'],
      [2, 'line 2'],
    ])
    expect(log.take()).toEqual([])
    expect(log.takeLast()).toEqual([])
    expect(log).toMatchObject({ cut: 0, text: 'line 1\nline 2\n' })
  })

  it('has room for so many lines; of more it keeps the first and the last, and says how many it left out', () => {
    const count = mostLines + 500
    const log = logOf(count, String)
    const kept = [...log.take(), ...log.takeLast()]
    expect(kept).toHaveLength(mostLines)
    expect(kept.at(-lastLines - 1)?.number).toBe(mostLines - lastLines)
    expect(kept.at(-lastLines)?.number).toBe(count - lastLines + 1)
    expect(kept.at(-1)?.number).toBe(count)
    expect(log.cut).toBe(500)
    expect(log.text).toContain('\n... 500 lines left out ...\n')
  })

  it('counts lines that were left out before they came here', () => {
    const log = logOf(2, String)
    log.skip(1000)
    log.add('out', 'last', at)
    expect(log.take().map(({ number }) => number)).toEqual([1, 2, 1003])
    expect(log.cut).toBe(1000)
    expect(log.text).toBe('1\n2\n... 1000 lines left out ...\nlast\n')
  })

  it('has room for so many bytes', () => {
    const log = logOf(2000, () => 'x'.repeat(4095))
    const kept = log.take()
    expect(kept).toHaveLength(mostLogBytes / 4096)
    expect(log.takeLast()).toHaveLength(lastLines)
    expect(log.cut).toBe(2000 - mostLogBytes / 4096 - lastLines)
  })

  it('cuts a line at whole characters, and keeps what the database can', () => {
    const log = new RunLog()
    log.add('out', '€'.repeat(10_000), at)
    log.add('err', 'a\u0000b\ud800', at)
    const [long, odd] = log.take()
    expect(Buffer.byteLength(long?.text ?? '')).toBeLessThanOrEqual(mostLineBytes)
    expect(long?.text).toMatch(/^€+ \.\.\.$/)
    expect(odd?.text).toBe('a\uFFFDb\uFFFD')
    expect(log.lastError).toBe('a\uFFFDb\uFFFD')
  })
})
