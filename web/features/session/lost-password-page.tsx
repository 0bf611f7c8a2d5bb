import { pages } from '#web/router/pages.ts'
import { goTo } from '#web/router/page-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Entry } from './entry.tsx'

/** Resetting a password needs mail or an administrator; this server has neither way set up. */
export function LostPasswordPage() {
  const leave = () => goTo(pages.login.path)
  const okay = (
    <button type="button" className="button primary" onClick={leave}>
      Okay
    </button>
  )
  return (
    <Entry title="Reset Password">
      <title>Reset Password · Loggerhead</title>
      <Dialog title="Reset Password Not Configured" onClose={leave} foot={okay}>
        <p>Please contact your administrators.</p>
      </Dialog>
    </Entry>
  )
}
