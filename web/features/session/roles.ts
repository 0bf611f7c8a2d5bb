import type { CurrentUser } from '#contract/users.ts'

export const isAdministrator = (user: CurrentUser | null) =>
  user?.administrator === true || user?.roles.includes('admin') === true
export const mayUseAnalyses = (user: CurrentUser | null) => user?.ipa === 1 || user?.roles.includes('ipa') === true
