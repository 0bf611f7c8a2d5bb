import type { CurrentUser } from '#contract/users.ts'
import { isAdministrator, mayUseAnalyses } from '#web/features/session/roles.ts'
import { addressOfPath } from './address.ts'
import { pages } from './pages.ts'
import type { PageAccess } from './pages.ts'

/** What a page's access rule decides for a visitor: null lets them in, otherwise the path to go to instead. */
export function detourOf(
  access: PageAccess,
  visitor: { signedIn: boolean; user: CurrentUser | null },
  path: string,
): string | null {
  if (access === 'public') return null
  if (!visitor.signedIn) return loginPath(path)
  if (access === 'ipa' && !mayUseAnalyses(visitor.user)) return pages.home.path
  if (access === 'admin' && !isAdministrator(visitor.user)) return pages.home.path
  return null
}

/** The login page, remembering where the visitor wanted to go. */
export function loginPath(wanted: string): string {
  const origin = addressOfPath(wanted)
  const isDefault = origin === addressOfPath(pages.home.path) || wanted.startsWith(pages.logout.path)
  return isDefault ? pages.login.path : `${pages.login.path}?${new URLSearchParams({ origin })}`
}
