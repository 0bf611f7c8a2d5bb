import { Dialog } from '#web/ui/dialog.tsx'

interface Given {
  name: string
  isShared: boolean
  isBusy: boolean
  onClose: () => void
  onDelete: () => void
}

/** Asks before a layout is deleted. */
export function PutAway({ name, isShared, isBusy, onClose, onDelete }: Given) {
  return (
    <Dialog
      title={`Delete ${name}?`}
      onClose={onClose}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" className="button danger" disabled={isBusy} onClick={onDelete}>
            Delete
          </button>
        </>
      }
    >
      <p>The plots on this page stay.{isShared ? ' Others who open this layout will not find it any more.' : ''}</p>
    </Dialog>
  )
}
