import type { PlotLayout, PlottedSeries } from '#contract/layouts.ts'
import { plainSeries, plotHeights } from './series.ts'

/*
 * A plot as a short text for the address: `Speed,2~Speed;r.c3`. Signals with commas between; `2~`: of the second
 * recording; after a semicolon how it is drawn: `r` raw, `s` by steps, `p` points, `c3` colour, `w2` width, `L` and `R` the
 * side of its axis. What begins with a semicolon is of the plot: `;h240` its height, `;y0:100:km/h` the range of an axis.
 * `% , ; ~` in names are encoded.
 */

const mostSeries = 64

export function plotText({ series, height, ranges }: PlotLayout): string {
  return [
    ...series.map(seriesText),
    ...(height === null ? [] : [`;h${height}`]),
    ...ranges.map(({ axis, low, high }) => `;y${low}:${high}:${encoded(axis)}`),
  ].join(',')
}

function seriesText({ recording, signal, raw, line, color, width, side }: PlottedSeries): string {
  const looks = [
    raw ? 'r' : '',
    line === 'line' ? '' : line.slice(0, 1),
    color === null ? '' : `c${color}`,
    width === 1 ? '' : `w${width}`,
    side === null ? '' : side === 'left' ? 'L' : 'R',
  ].filter((look) => look !== '')
  return `${recording === 0 ? '' : `${recording + 1}~`}${encoded(signal)}${looks.length === 0 ? '' : `;${looks.join('.')}`}`
}

/** Null for what holds no signal; what cannot be understood is passed over. */
export function readPlot(text: string): PlotLayout | null {
  const parts = text.split(',')
  const series = parts.flatMap((part) => (part.startsWith(';') ? [] : readSeries(part))).slice(0, mostSeries)
  if (series.length === 0) return null
  const own = parts.filter((part) => part.startsWith(';')).map((part) => part.slice(1))
  const height = Number(own.find((part) => /^h\d+$/.test(part))?.slice(1) ?? NaN)
  return {
    series,
    height: height >= plotHeights.least && height <= plotHeights.most ? height : null,
    ranges: own.flatMap((part) => {
      const [, from = '', to = '', name = ''] = /^y([^:]+):([^:]+):(.*)$/s.exec(part) ?? []
      const [low, high, axis] = [Number(from || NaN), Number(to || NaN), decoded(name)]
      return low < high && axis !== null ? [{ axis, low, high }] : []
    }),
  }
}

function readSeries(text: string): PlottedSeries[] {
  const [whole = '', looks = ''] = text.split(';')
  const [, number, name = ''] = /^(?:(\d{1,2})~)?(.*)$/s.exec(whole) ?? []
  const signal = decoded(name)
  if (signal === null || signal === '') return []
  const series = plainSeries(number === undefined ? 0 : Math.min(16, Math.max(1, Number(number))) - 1, signal)
  return [looks.split('.').reduce(withLook, series)]
}

function withLook(series: PlottedSeries, look: string): PlottedSeries {
  const digit = /^[cw]\d$/.test(look) ? Number(look.slice(1)) : null
  if (look === 'r') return { ...series, raw: true }
  if (look === 's') return { ...series, line: 'step' }
  if (look === 'p') return { ...series, line: 'points' }
  if (look === 'L') return { ...series, side: 'left' }
  if (look === 'R') return { ...series, side: 'right' }
  if (digit !== null && look.startsWith('c') && digit <= 5) return { ...series, color: digit }
  if (digit !== null && look.startsWith('w') && digit <= 4) return { ...series, width: digit }
  return series
}

const encoded = (name: string): string =>
  name.replace(/[%,;~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
