import { useState } from 'react'

/** A number from 1 to `count`; Enter goes there. */
export function GoToField({ label, count, onGo }: { label: string; count: number; onGo: (number: number) => void }) {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const number = Number(text)
        if (Number.isInteger(number) && number >= 1) onGo(Math.min(number, Math.max(1, count)))
      }}
    >
      <input
        className="input qv-goto"
        inputMode="numeric"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
      />
    </form>
  )
}
