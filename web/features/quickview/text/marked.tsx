import type { ReactNode } from 'react'

/** The text with what was found in it marked. */
export function marked(text: string, { text: wanted, matchCase }: { text: string; matchCase: boolean }): ReactNode {
  const [inside, what] = matchCase ? [text, wanted] : [text.toLowerCase(), wanted.toLowerCase()]
  // a few letters change their length with their case: then places do not fit
  if (what === '' || inside.length !== text.length || !inside.includes(what)) return text
  const parts: ReactNode[] = []
  let at = 0
  for (let hit = inside.indexOf(what); hit !== -1 && parts.length < 1000; hit = inside.indexOf(what, at)) {
    parts.push(text.slice(at, hit), <mark key={hit}>{text.slice(hit, hit + what.length)}</mark>)
    at = hit + what.length
  }
  return [...parts, text.slice(at)]
}
