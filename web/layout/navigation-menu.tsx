import { Menu } from '@mantine/core'
import type { CurrentUser } from '#contract/users.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { navigationFor } from './navigation.ts'
import { useIsCurrent } from './use-current-path.ts'

/** The navigation of wide windows: a word per area, with a menu where it has several pages. */
export function NavigationMenu({ user }: { user: CurrentUser }) {
  const isCurrent = useIsCurrent()
  return (
    <nav className="nav only-wide" aria-label="Main">
      {navigationFor(user).map((entry) =>
        entry.items ? (
          <Menu key={entry.label} position="bottom-start" offset={4}>
            <Menu.Target>
              <button type="button" className="nav-item" aria-current={entry.items.some(({ page }) => isCurrent(page)) ? 'true' : undefined}>
                {entry.label} <Icon name="down" size={14} />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {entry.items.map(({ label, page }) => (
                <Menu.Item key={page} renderRoot={(props) => <PageLink {...props} page={page} aria-current={isCurrent(page)} />}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : entry.page ? (
          <PageLink key={entry.label} page={entry.page} className="nav-item" aria-current={isCurrent(entry.page)}>
            {entry.label}
          </PageLink>
        ) : null,
      )}
    </nav>
  )
}
