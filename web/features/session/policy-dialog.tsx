import { Dialog } from '#web/ui/dialog.tsx'

/** The acceptable usage policy, before anything else. It can be left only by accepting. */
export function PolicyDialog({ text, onAccept }: { text: string; onAccept: () => void }) {
  const foot = (
    <>
      <button type="button" className="button" onClick={() => window.alert('To proceed, please read and agree to the policy.')}>
        Decline
      </button>
      <button type="button" className="button primary" onClick={onAccept}>
        Accept
      </button>
    </>
  )
  return (
    <Dialog title="Acceptable usage policy" size="help" foot={foot}>
      <p className="policy">{text}</p>
    </Dialog>
  )
}
