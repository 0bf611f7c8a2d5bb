import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { exportData, listExportFormats } from '#contract/exports.ts'
import { callDelay } from '#web/api/call-delay.ts'
import { call } from '#web/api/client.ts'
import { asApiError } from '#web/api/errors.ts'
import type { ChosenVersion } from '#web/features/groups/selection.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorCard } from '#web/ui/error-card.tsx'
import { DeviceList } from './device-list.tsx'
import { groupedByDevice, isExportable, selectedIdsOf } from './exportable.ts'
import { ExportForm } from './export-form.tsx'
import type { ExportWish } from './export-form.tsx'
import './exports.css'
import { ScheduledReport } from './scheduled-report.tsx'

const nothingExportable =
  'No exportable files were found. A VSDB is required. Any files selected that were not exportable have been unselected. Please select the VSB.'
const formId = 'export-form'

interface Given {
  files: readonly ChosenVersion[]
  onClose: () => void
  /** These files cannot be exported and lose their selection. */
  onUnselect: (ids: readonly number[]) => void
  /** Jobs that will put exported files beside the chosen ones. */
  onScheduled?: (jobs: readonly number[]) => void
}

/** Exports of the chosen recordings to other formats: choose, wait, see what was scheduled. */
export function ExportDialog({ files, onClose, onUnselect, onScheduled }: Given) {
  // What was chosen when the dialog opened: files that are unselected now still have to be spoken of.
  const [{ devices, dropped }] = useState(() => ({
    devices: groupedByDevice(files.filter(isExportable)),
    dropped: files.filter((file) => !isExportable(file)),
  }))
  const [leaving] = useState(() => new AbortController())
  const [valid, setValid] = useState(false)
  const formats = useQuery({
    queryKey: ['exportFormats'],
    staleTime: Infinity,
    enabled: devices.length > 0,
    queryFn: ({ signal }) => call(listExportFormats, { query: { sort: 'name' }, signal }),
  })
  const scheduling = useMutation({
    mutationFn: async (wish: ExportWish) => {
      await callDelay(leaving.signal)
      return await call(exportData, { body: { selectedIds: selectedIdsOf(devices), ...wish } })
    },
    onSuccess: ({ success }) => onScheduled?.(success.flatMap(({ jobs }) => jobs)),
  })
  const recordings = useMemo(() => devices.flatMap((device) => device.files), [devices])

  useEffect(() => {
    if (dropped.length > 0) onUnselect(dropped.map(({ id }) => id))
    // Once, for what was chosen when the dialog opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  function close() {
    leaving.abort()
    onClose()
  }

  const { data: report, isPending, error } = scheduling
  const nothing = devices.length === 0 || (error !== null && asApiError(error).id === 'not-exportable')
  const foot =
    nothing || report ? (
      <button type="button" className="button" onClick={close}>
        Close
      </button>
    ) : (
      <>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button
          type="submit"
          form={formId}
          className="button primary"
          disabled={!valid || isPending}
          title={valid ? undefined : 'Choose at least one format'}
        >
          {isPending ? 'Exporting...' : 'Export'}
        </button>
      </>
    )
  return (
    <Dialog title="Export Selections" size="form" onClose={close} foot={foot}>
      <div className="export">
        {nothing ? (
          <p className="export-warning" role="alert">
            {nothingExportable}
          </p>
        ) : null}
        {!nothing && report ? <ScheduledReport devices={devices} report={report.success} /> : null}
        {!nothing && !report ? (
          <>
            <DeviceList devices={devices} dropped={dropped.length} />
            {error ? <ErrorCard title="An error occured" error={asApiError(error)} /> : null}
            {formats.error ? (
              <ErrorCard title="An error occured" error={asApiError(formats.error)} retry={() => void formats.refetch()} />
            ) : null}
            {formats.isPending ? <div className="skeleton export-waiting" role="status" aria-label="Loading" /> : null}
            {formats.data ? (
              <ExportForm
                id={formId}
                formats={formats.data}
                recordings={recordings}
                disabled={isPending}
                onValid={setValid}
                onExport={(wish) => scheduling.mutate(wish)}
              />
            ) : null}
          </>
        ) : null}
      </div>
    </Dialog>
  )
}
