import { useUser } from '#web/features/session/current-session.ts'
import { isAdministrator } from '#web/features/session/roles.ts'
import { PageLink } from '#web/router/page-link.tsx'
import './analysis-status.css'
import { useAnalysisStatus } from './use-analysis-status.ts'

/** Says why runs wait, on the pages where people would wonder; nothing while they run. */
export function AnalysisNotice() {
  const administrator = isAdministrator(useUser())
  const { data } = useAnalysisStatus()
  if (data === undefined || data.enabled) return null
  return (
    <div className="analysis-notice" role="status">
      <span>
        <strong>Runs wait.</strong> {data.reason}
      </span>
      {administrator ? <PageLink page="analyses">Analyses on this server</PageLink> : null}
    </div>
  )
}
