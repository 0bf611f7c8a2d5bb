import { useUser } from '#web/features/session/current-session.ts'
import { rememberTarget } from './remembered-target.ts'
import { askForFiles } from './wishes.ts'

/**
 * Opens the dialog that sends files; the layer that does it is mounted once, in the layout. `target` (`vehicle 7`) is what
 * the dialog offers first.
 */
export function UploadButton({ target }: { target?: string }) {
  const user = useUser()
  const allowed = user?.permissions.includes('data.upload') ?? false
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!allowed}
      title={allowed ? undefined : 'Your account may not upload'}
      onClick={() => {
        if (!allowed) return
        if (target !== undefined) rememberTarget(target)
        askForFiles()
      }}
    >
      Upload
    </button>
  )
}
