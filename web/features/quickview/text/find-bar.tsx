import { useState } from 'react'

interface Given {
  onFind: (text: string, matchCase: boolean, isNext: boolean) => Promise<void>
  found: { readonly text: string; readonly line: number | null } | null
}

/** Searches by Enter; Enter again goes on to the next. */
export function FindBar({ onFind, found }: Given) {
  const [text, setText] = useState('')
  const [matchCase, setMatchCase] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isNext = found?.text === text
  return (
    <form
      className="qv-find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text === '') return
        setProblem(null)
        onFind(text, matchCase, isNext).catch((raised: unknown) =>
          setProblem(raised instanceof Error ? raised.message : String(raised)),
        )
      }}
    >
      <input
        type="search"
        className="input"
        aria-label="Find in the file"
        placeholder="Find in the file"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <label className="qv-check" title="Capital and small letters differ">
        <input type="checkbox" checked={matchCase} onChange={(event) => setMatchCase(event.target.checked)} /> Match case
      </label>
      <button type="submit" className="button">
        {isNext ? 'Next' : 'Find'}
      </button>
      <span className="quiet" role="status">
        {problem ?? (isNext ? (found.line === null ? 'Not found' : `Found at ${(found.line + 1).toLocaleString('en')}`) : '')}
      </span>
    </form>
  )
}
