import { useUser } from '#web/features/session/current-session.ts'
import { askForFiles } from './wishes.ts'

/** Opens the dialog that sends files; the layer that does it is mounted once, in the layout. */
export function UploadButton() {
  const user = useUser()
  const allowed = user?.permissions.includes('data.upload') ?? false
  return (
    <button
      type="button"
      className="button"
      aria-disabled={!allowed}
      title={allowed ? undefined : 'Your account may not upload'}
      onClick={() => allowed && askForFiles()}
    >
      Upload
    </button>
  )
}
