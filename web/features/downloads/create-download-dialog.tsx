import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createUserDownload } from '#contract/user-downloads.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { counted } from '#web/format/counts.ts'
import { useZone } from '#web/format/use-zone.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import './downloads.css'
import { MadeDownload } from './made-download.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { zoneOffset } from './zone-offset.ts'

export interface CreateDownloadDialogProps {
  files: readonly ChosenVersion[]
  onClose: () => void
}

/** Makes one zip of the chosen files: creating, then how far it is, then the link to it. */
export function CreateDownloadDialog({ files: selected, onClose }: CreateDownloadDialogProps) {
  // what was selected when the dialog opened
  const [files] = useState(selected)
  const user = useUser()
  const zone = useZone()
  const client = useQueryClient()
  const flatten = user?.preferences['flatten']?.val === 'true'
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => {
      const selectedIds = files.map(({ id }) => id)
      return call(createUserDownload, { body: { selectedIds, flatten, timezoneOffset: zoneOffset(zone, Date.now()) } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['userDownloads', 'list'] }),
  })
  useEffect(() => mutate(), [mutate])

  return (
    <Dialog
      title="Create Download"
      onClose={onClose}
      foot={
        <>
          <PageLink page="downloads" className="button quiet">
            All downloads
          </PageLink>
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      <div className="download-dialog">
        <p>
          One zip of {counted(files.length, 'file')}, {flatten ? 'all in one folder' : 'in folders by vehicle and collection'},
          with a list of their hashes.
        </p>
        {error ? <ErrorCard title="An error occured" error={asApiError(error)} retry={() => mutate()} /> : null}
        {isPending ? <ProgressBar label="Creating the download…" progress={null} /> : null}
        {data && user ? <MadeDownload made={data} userId={user.id} /> : null}
      </div>
    </Dialog>
  )
}
