import type { CurrentUser } from '#contract/users.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { navigationFor } from './navigation.ts'
import type { MenuEntry } from './navigation.ts'
import { useExtensions } from './use-extensions.ts'
import { useIsCurrent } from './use-current-path.ts'

/** The navigation of wide windows: a word per area, with a menu where it has several pages. */
export function NavigationMenu({ user }: { user: CurrentUser }) {
  return (
    <nav className="nav only-wide" aria-label="Main">
      {navigationFor(user).map((entry) => (
        <Entry key={entry.label} {...entry} />
      ))}
      <Extensions />
    </nav>
  )
}

/** The operator's own pages, each in a tab of its own. */
function Extensions() {
  const extensions = useExtensions()
  if (extensions.length === 0) return null
  const face = (
    <>
      Extensions <Icon name="down" size={14} />
    </>
  )
  return (
    <Menu trigger={{ className: 'nav-item', children: face }}>
      {extensions.map(({ label, address }) => (
        <a key={label} href={address} target="_blank" rel="noopener" role="menuitem" tabIndex={-1} className="menu-item">
          {label}
        </a>
      ))}
    </Menu>
  )
}

function Entry({ label, page, items = [] }: MenuEntry) {
  const isCurrent = useIsCurrent()
  if (page !== undefined) {
    return (
      <PageLink page={page} className="nav-item" aria-current={isCurrent(page)}>
        {label}
      </PageLink>
    )
  }
  const inside = items.some((item) => isCurrent(item.page)) ? ('true' as const) : undefined
  const face = (
    <>
      {label} <Icon name="down" size={14} />
    </>
  )
  return (
    <Menu trigger={{ className: 'nav-item', 'aria-current': inside, children: face }}>
      {items.map((item) => (
        <PageLink
          key={item.page}
          page={item.page}
          role="menuitem"
          tabIndex={-1}
          className="menu-item"
          aria-current={isCurrent(item.page)}
        >
          {item.label}
        </PageLink>
      ))}
    </Menu>
  )
}
