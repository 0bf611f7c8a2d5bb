import { useState } from 'react'
import { useZone } from '#web/format/use-zone.ts'
import { useUser } from '#web/features/session/current-session.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Brand, Icon } from '#web/ui/icon.tsx'
import { ColorSchemeMenu } from './color-scheme-menu.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { NavigationSheet } from './navigation-sheet.tsx'
import { UserMenu } from './user-menu.tsx'

/** The one bar at the top. Without a session it has only the name and the colours. */
export function Bar() {
  const user = useUser()
  const zone = useZone()
  const [sheetOpen, setSheetOpen] = useState(false)
  return (
    <header className="bar">
      {user ? (
        <button type="button" className="button quiet icon only-narrow" aria-label="Menu" onClick={() => setSheetOpen(true)}>
          <Icon name="menu" />
        </button>
      ) : null}
      <PageLink page="home" className="brand">
        <Brand /> Loggerhead
      </PageLink>
      {user ? <NavigationMenu user={user} /> : null}
      <div className="bar-grow" />
      {user ? (
        <PageLink page="account" className="bar-zone" title="Your time zone">
          {zone}
        </PageLink>
      ) : null}
      <ColorSchemeMenu />
      {user ? <UserMenu user={user} /> : null}
      {user && sheetOpen ? <NavigationSheet user={user} onClose={() => setSheetOpen(false)} /> : null}
    </header>
  )
}
