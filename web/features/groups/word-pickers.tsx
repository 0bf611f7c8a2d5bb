import { useMemo, useState } from 'react'
import { typeName } from './selection.ts'
import { TagPicker } from './tag-picker.tsx'
import type { Choice } from './tag-picker.tsx'
import { useSuggestions } from './use-suggestions.ts'

interface WordPickerProps {
  fleets: readonly number[]
  vehicles: readonly number[]
  words: readonly string[]
  onChange: (words: string[]) => void
}

const flip = (words: readonly string[], word: string) =>
  words.includes(word) ? words.filter((known) => known !== word) : [...words, word]
const add = (words: readonly string[], word: string) => [...new Set([...words, word])]

interface NamePickerProps extends WordPickerProps {
  /** A word that is not a tag yet; the search takes it along. */
  typed: string
  onTyped: (typed: string) => void
}

/** Parts of collection or file names; suggestions are collections, any other text is taken too. */
export function NamePicker({ fleets, vehicles, words, onChange, typed, onTyped }: NamePickerProps) {
  const [open, setOpen] = useState(false)
  const { data, error } = useSuggestions({ of: 'collections', fleets, vehicles, typed, open })
  const choices = useMemo(() => (data ?? []).map((name): Choice => ({ key: name, label: name })), [data])
  return (
    <TagPicker
      label="Collection or File Name"
      placeholder="Input text and hit enter to create a tag"
      {...{ typed, choices }}
      chosen={words.map((word) => ({ key: word, label: word }))}
      onToggle={({ key }) => onChange(flip(words, key))}
      onClear={() => onChange([])}
      onWord={(word) => {
        onChange(add(words, word))
        onTyped('')
      }}
      onTyped={onTyped}
      onOpen={setOpen}
      instead={
        error
          ? 'Suggestions could not be loaded; any text can be searched for.'
          : data?.length === 0 && typed === ''
            ? 'No collections for the currently selected Fleets or Vehicles'
            : null
      }
    />
  )
}

export function ExtensionPicker({ fleets, vehicles, words, onChange }: WordPickerProps) {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const { data, error, isFetching } = useSuggestions({ of: 'extensions', fleets, vehicles, typed, open })
  const choices = useMemo(() => (data ?? []).map(choiceOf), [data])
  return (
    <TagPicker
      label="File Extensions"
      placeholder="any"
      {...{ typed, choices }}
      chosen={words.map(choiceOf)}
      onToggle={({ key }) => onChange(flip(words, key))}
      onClear={() => onChange([])}
      onTyped={setTyped}
      onOpen={setOpen}
      instead={
        error
          ? 'The extensions could not be loaded.'
          : isFetching && data === undefined
            ? 'Loading extensions...'
            : data?.length === 0
              ? typed === ''
                ? 'No file extensions for the currently selected Fleets or Vehicles'
                : 'No extensions found'
              : null
      }
    />
  )
}

const choiceOf = (extension: string): Choice => ({ key: extension, label: typeName(extension) })
