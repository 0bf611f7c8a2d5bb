import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { PageHeader } from '#web/layout/page-header.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageLink } from './page-link.tsx'
import type { Page } from './pages.ts'

/** A page whose part of the product is still to come: says so, and leads back. */
export function LaterPage({ page }: { page: Page }) {
  const Frame = page.frame === 'plain' ? Alone : Fragment
  return (
    <Frame>
      <PageHeader title={page.title} />
      <EmptyState title="Not in this version yet" text={page.later ?? ''}>
        <PageLink page="home" className="button">
          Go to the dashboard
        </PageLink>
      </EmptyState>
    </Frame>
  )
}

/** Without the layout, a page brings its own room. */
const Alone = ({ children }: { children: ReactNode }) => <main className="page">{children}</main>
