import { useMutation } from '@tanstack/react-query'
import { asApiError } from '#web/api/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { savePreference, useIsOn } from './preferences.ts'
import type { ArchivePreference } from './preferences.ts'

const preferences: ReadonlyArray<{ name: ArchivePreference; label: string; text: string }> = [
  {
    name: 'flatten',
    label: 'Flatten downloads',
    text: 'All files of a download stand in one folder instead of a folder for each vehicle and collection.',
  },
  {
    name: 'filenameTimezoneConvert',
    label: 'Convert times in file names',
    text: 'File names in downloads tell times in your time zone instead of UTC.',
  },
  {
    name: 'hidePersistentFiles',
    label: 'Hide persistent files',
    text: 'Leaves out uploads that last longer than a day: files that a logger carries on over many sessions.',
  },
]

/** The preferences of Data Groups; each is stored as soon as it is turned. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const saving = useMutation({
    mutationFn: ({ name, on }: { name: ArchivePreference; on: boolean }) => savePreference(name, on),
  })
  return (
    <Dialog title="Settings" size="form" onClose={onClose}>
      {saving.error ? <ErrorCard title="An error occured" error={asApiError(saving.error)} /> : null}
      <div className="settings">
        {preferences.map((preference) => (
          <Preference
            key={preference.name}
            {...preference}
            wanted={saving.isPending && saving.variables.name === preference.name ? saving.variables.on : null}
            disabled={saving.isPending}
            onTurn={(on) => saving.mutate({ name: preference.name, on })}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface PreferenceProps {
  name: ArchivePreference
  label: string
  text: string
  /** What is being stored at the moment. */
  wanted: boolean | null
  disabled: boolean
  onTurn: (on: boolean) => void
}

function Preference({ name, label, text, wanted, disabled, onTurn }: PreferenceProps) {
  const stored = useIsOn(name)
  return <Switch label={label} text={text} on={wanted ?? stored} disabled={disabled} onTurn={onTurn} />
}
