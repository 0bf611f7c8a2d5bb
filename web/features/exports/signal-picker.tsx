import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { TagPicker } from '#web/features/groups/tag-picker.tsx'
import type { Choice } from '#web/features/groups/tag-picker.tsx'
import { lookedInto, signalNames } from './signal-names.ts'

interface Given {
  recordings: readonly ChosenVersion[]
  signals: readonly string[]
  onChange: (signals: readonly string[]) => void
}

/** Names of signals, suggested from the recordings; any other text is taken too, `Wheel*` stands for several. */
export function SignalPicker({ recordings, signals, onChange }: Given) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const ids = recordings.slice(0, lookedInto).map(({ id }) => id)
  const { data, error } = useQuery({
    queryKey: ['signalNames', ids],
    enabled: open,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }) => signalNames(ids, signal),
  })
  const choices = useMemo(() => {
    const wanted = typed.trim().toLowerCase().replaceAll('*', '')
    return (data ?? [])
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .map(({ name, unit }): Choice => ({ key: name, label: name, note: unit }))
  }, [data, typed])
  const toggle = (name: string) =>
    onChange(signals.includes(name) ? signals.filter((known) => known !== name) : [...signals, name])
  return (
    <TagPicker
      label="Signals"
      placeholder="all; a name, or Wheel* for several"
      {...{ typed, choices }}
      chosen={signals.map((name) => ({ key: name, label: name }))}
      onToggle={({ key }) => toggle(key)}
      onClear={() => onChange([])}
      onWord={(word) => {
        if (!signals.includes(word)) onChange([...signals, word])
        setTyped('')
      }}
      onTyped={setTyped}
      onOpen={setOpen}
      instead={
        error
          ? 'The signals could not be read; any name can be typed.'
          : data === undefined
            ? 'Loading signals...'
            : data.length === 0
              ? 'These recordings have no signals yet; names of messages can be typed.'
              : null
      }
    />
  )
}
