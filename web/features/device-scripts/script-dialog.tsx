import { Dialog } from '#web/ui/dialog.tsx'

/** What is known of the logger's script that made an upload. */
export function ScriptDialog({ scriptId, onClose }: { readonly scriptId: number; readonly onClose: () => void }) {
  return (
    <Dialog title="Script" onClose={onClose}>
      <p className="quiet">Script {scriptId}</p>
    </Dialog>
  )
}
