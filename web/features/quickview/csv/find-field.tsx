import { useState } from 'react'

/** Finds a text by Enter; Enter again goes on to the next. `onFind` gives the row's number. */
export function FindField({ onFind }: { onFind: (text: string, isNext: boolean) => Promise<number | null> }) {
  const [text, setText] = useState('')
  const [done, setDone] = useState<{ text: string; said: string } | null>(null)
  const isNext = done?.text === text
  async function find() {
    try {
      const row = await onFind(text, isNext)
      setDone({ text, said: row === null ? 'Not found' : `Found in row ${row.toLocaleString('en')}` })
    } catch (raised) {
      setDone({ text, said: raised instanceof Error ? raised.message : String(raised) })
    }
  }
  return (
    <form
      className="qv-find"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') void find()
      }}
    >
      <input
        type="search"
        className="input"
        aria-label="Find in the table"
        placeholder="Find"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button">
        {isNext ? 'Next' : 'Find'}
      </button>
      <span className="quiet" role="status">
        {isNext ? done.said : ''}
      </span>
    </form>
  )
}
