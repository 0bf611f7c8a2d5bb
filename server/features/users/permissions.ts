import type { Permission } from '#contract/users.ts'
import type { UserCaller } from '#server/http/caller.ts'

/** What the pages offer this user; the operations themselves decide by their access. */
export function permissionsOf(caller: UserCaller): Permission[] {
  const permissions: Permission[] = ['data.read', 'data.upload']
  if (mayAnalyse(caller)) permissions.push('ipa.use')
  if (caller.administrator) permissions.push('fleets.manage', 'devices.manage', 'users.manage')
  if (caller.operator) permissions.push('server.manage')
  return permissions
}

export function mayAnalyse(caller: UserCaller): boolean {
  return caller.roles.includes('ipa') || caller.administrator
}
