import { useMemo, useState } from 'react'
import { TagPicker } from '#web/features/groups/tag-picker.tsx'
import type { Choice } from '#web/features/groups/tag-picker.tsx'
import { useUser } from '#web/features/session/current-session.ts'
import { useUsers } from './use-analyzers.ts'

interface Given {
  chosen: readonly number[]
  error?: string | undefined
  onChange: (users: number[]) => void
}

/** Users with whom every result is shared as it comes. */
export function SharePicker({ chosen, error, onChange }: Given) {
  const [typed, setTyped] = useState('')
  const user = useUser()
  const { data, error: failure } = useUsers()
  const all = useMemo(
    () =>
      (data ?? []).filter(({ id }) => id !== user?.id).map(({ id, username }): Choice => ({ key: String(id), label: username })),
    [data, user?.id],
  )
  const choices = all.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  const flip = (id: number) => (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <div>
      <TagPicker
        label="Share results with"
        placeholder="nobody"
        chosen={chosen.map((id) => all.find(({ key }) => key === String(id)) ?? { key: String(id), label: `User ${id}` })}
        {...{ choices, typed }}
        onToggle={({ key }) => onChange(flip(Number(key)))}
        onClear={() => onChange([])}
        onTyped={setTyped}
        onOpen={() => undefined}
        instead={failure ? 'The users could not be loaded.' : data && choices.length === 0 ? 'No user has this name.' : null}
      />
      <div className="field-error">{error}</div>
    </div>
  )
}
