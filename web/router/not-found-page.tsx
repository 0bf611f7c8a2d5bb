import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from './page-link.tsx'

export function NotFoundPage() {
  return (
    <main className="page">
      <EmptyState
        title="There is no page at this address"
        text="The address may be mistyped, or what it showed has been removed."
      >
        <PageLink page="home" className="button">
          Go to the dashboard
        </PageLink>
      </EmptyState>
    </main>
  )
}
