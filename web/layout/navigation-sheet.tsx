import type { CurrentUser } from '#contract/users.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { navigationFor } from './navigation.ts'
import type { MenuItem } from './navigation.ts'
import { useExtensions } from './use-extensions.ts'
import { useIsCurrent } from './use-current-path.ts'

/** The same navigation for narrow windows, with everything open. */
export function NavigationSheet({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const isCurrent = useIsCurrent()
  const extensions = useExtensions()
  const item = ({ label, page }: MenuItem) => (
    <li key={page}>
      <PageLink page={page} className="sheet-item" aria-current={isCurrent(page)} onClick={onClose}>
        {label}
      </PageLink>
    </li>
  )
  return (
    <Dialog title="Menu" onClose={onClose}>
      <nav className="sheet" aria-label="Main">
        {navigationFor(user).map((entry) =>
          entry.items ? (
            <section key={entry.label}>
              <h3 className="sheet-group">{entry.label}</h3>
              <ul>{entry.items.map(item)}</ul>
            </section>
          ) : entry.page ? (
            <ul key={entry.label}>{item({ label: entry.label, page: entry.page })}</ul>
          ) : null,
        )}
        {extensions.length === 0 ? null : (
          <section>
            <h3 className="sheet-group">Extensions</h3>
            <ul>
              {extensions.map(({ label, address }) => (
                <li key={label}>
                  <a href={address} target="_blank" rel="noopener" className="sheet-item" onClick={onClose}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        )}
      </nav>
    </Dialog>
  )
}
