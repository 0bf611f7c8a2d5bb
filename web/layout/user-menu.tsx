import type { CurrentUser } from '#contract/users.ts'
import { useNotifications } from '#web/features/notifications/use-notifications.ts'
import { session } from '#web/features/session/current-session.ts'
import { PageLink } from '#web/router/page-link.tsx'
import { Menu, MenuButton } from '#web/ui/menu.tsx'
import { showToast } from '#web/ui/toast.ts'
import { userMenu } from './navigation.ts'

const toastMs = 1500

function reloadPermissions() {
  session.loadProfile().then(
    () => showToast('User permissions updated', 'success', toastMs),
    () => showToast('Error reloading permissions', 'error', toastMs),
  )
}

/** "Anna Kraft" -> AK, "admin" -> A. */
function initialsOf({ profile, username }: CurrentUser): string {
  const letters = [profile.first_name, profile.last_name].map((name) => name.charAt(0)).join('')
  return (letters || username.charAt(0)).toUpperCase()
}

export function UserMenu({ user }: { user: CurrentUser }) {
  const fullName = `${user.profile.first_name} ${user.profile.last_name}`.trim() || user.username
  const unread = useNotifications()
  // the letters are a picture of the name, not a text that a voice could say
  const letters = (
    <>
      <span aria-hidden="true" data-letters={initialsOf(user)} />
      {unread > 0 ? <Unread count={unread} /> : null}
    </>
  )
  const label = unread > 0 ? `User menu of ${fullName}, ${unread} unread notifications` : `User menu of ${fullName}`
  const trigger = { className: 'avatar', 'aria-label': label, children: letters }
  return (
    <Menu align="end" trigger={trigger}>
      <div className="menu-label">
        {fullName} · {user.organization.name}
      </div>
      {userMenu.map(({ label, page }) => (
        <PageLink key={page} page={page} role="menuitem" tabIndex={-1} className="menu-item">
          {label}
          {page === 'notifications' && unread > 0 ? <Unread count={unread} /> : null}
        </PageLink>
      ))}
      <MenuButton onClick={reloadPermissions}>Reload Permissions</MenuButton>
      <hr className="menu-line" />
      <PageLink page="logout" role="menuitem" tabIndex={-1} className="menu-item">
        Logout
      </PageLink>
    </Menu>
  )
}

/** More have no place beside two letters. */
const mostShown = 99

/** A picture of the number that the name of the button tells. */
const Unread = ({ count }: { count: number }) => (
  <span className="unread" aria-hidden="true" data-count={count > mostShown ? `${mostShown}+` : count} />
)
