import { lazy, Suspense, useState } from 'react'
import { UploadButton } from '#web/features/uploads/upload-button.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { useDataSpy } from './use-dataspy.ts'

const SettingsDialog = lazy(async () => ({ default: (await import('./settings-dialog.tsx')).SettingsDialog }))

/** Whether DataSpy is there, the settings, and the upload. */
export function PageActions() {
  const dataSpy = useDataSpy()
  const [open, setOpen] = useState(false)
  return (
    <>
      <span role="status" className="groups-dataspy">
        {dataSpy === 'enabled' ? <Tag tone="prime">DataSpy ready</Tag> : null}
        {dataSpy === 'disabled' ? <Tag tone="idle">DataSpy disabled</Tag> : null}
      </span>
      <button type="button" className="button quiet" onClick={() => setOpen(true)}>
        Settings
      </button>
      <UploadButton />
      {open ? (
        <Suspense>
          <SettingsDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
