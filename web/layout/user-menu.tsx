import { Menu } from '@mantine/core'
import type { CurrentUser } from '#contract/users.ts'
import { session } from '#web/features/session/current-session.ts'
import { PageLink } from '#web/router/page-link.tsx'
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
  return (
    <Menu position="bottom-end" offset={4} width={220}>
      <Menu.Target>
        <button type="button" className="avatar" aria-label={`User menu of ${fullName}`}>
          <span>{initialsOf(user)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName} · {user.organization.name}
        </Menu.Label>
        {userMenu.map(({ label, page }) => (
          <Menu.Item key={page} renderRoot={(props) => <PageLink {...props} page={page} />}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item onClick={reloadPermissions}>Reload Permissions</Menu.Item>
        <Menu.Divider />
        <Menu.Item renderRoot={(props) => <PageLink {...props} page="logout" />}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
