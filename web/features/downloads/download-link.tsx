import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UserDownload } from '#contract/user-downloads.ts'
import { asApiError } from '#web/api/errors.ts'
import { Icon } from '#web/ui/icon.tsx'
import { showToast } from '#web/ui/toast.ts'
import { startDownload } from './start-download.ts'

interface Given {
  download: Pick<UserDownload, 'id' | 'name'>
  className: string
  tabIndex?: number
  children: ReactNode
}

/** The way to a zip: the browser downloads it, by a token that holds for this one time. */
export function DownloadLink({ download, className, tabIndex, children }: Given) {
  const starting = useMutation({
    mutationFn: () => startDownload({ type: 'user', id: download.id }),
    onError: (raised) => {
      const { message, detail } = asApiError(raised)
      showToast(`The download failed: ${detail ?? message}`, 'error', 4000)
    },
  })
  return (
    <button
      type="button"
      className={className}
      tabIndex={tabIndex}
      disabled={starting.isPending}
      aria-label={`Download ${download.name}`}
      title={download.name}
      onClick={() => starting.mutate()}
    >
      <Icon name="download" size={16} />
      <span>{children}</span>
    </button>
  )
}
