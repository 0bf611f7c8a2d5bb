import { pagePath } from '#web/router/address.ts'
import { goTo } from '#web/router/page-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Which kind of dataset; only administrators are asked. */
export function TypeDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Data Set Type" size="form" onClose={onClose}>
      <div className="dataset-types">
        <button type="button" className="panel dataset-type" onClick={() => goTo(pagePath('datasetGenerate', {}))}>
          <strong>Static</strong>
          <span className="quiet">Files that you choose in the archive now, for manual analyzers.</span>
        </button>
        <button type="button" className="panel dataset-type" onClick={() => goTo(pagePath('datasetDynamic', {}))}>
          <strong>Dynamic</strong>
          <span className="quiet">Criteria for what will be uploaded, for ingress analyzers.</span>
        </button>
      </div>
    </Dialog>
  )
}
