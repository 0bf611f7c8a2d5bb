import { useEffect, useState } from 'react'

/** Suggestions are asked for when typing has rested this long, milliseconds. */
export const suggestionRestMs = 300

/** The value, once it has not changed for the resting time. */
export function useDebounced<T>(value: T, ms = suggestionRestMs): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested
}
