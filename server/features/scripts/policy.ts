import type { ReviewStatus } from '#contract/ipa-scripts.ts'
import type { UserCaller } from '#server/http/caller.ts'
import type { Settings } from '#server/settings/settings.ts'

/*
 * Scripts belong to an organization: all of it who may use analyses see and use them. A row with no owner came with
 * Loggerhead, or its owner is gone: it is the administrators'.
 */

interface Owned {
  /** Null: nobody's. */
  readonly ownerId: number | null
}

export const mayUpload = ({ scriptUpload }: Pick<Settings, 'scriptUpload'>, { administrator }: UserCaller): boolean =>
  administrator || scriptUpload === 'everyone'

export const mayEditScript = ({ ownerId }: Owned, { userId, administrator }: UserCaller): boolean =>
  administrator || ownerId === userId

export const mayDeleteScript = mayEditScript

export const mayReviewScript = ({ status }: { readonly status: ReviewStatus }, { administrator }: UserCaller): boolean =>
  administrator && status === 'PENDING'

export const mayEditConfiguration = mayEditScript

export const mayDeleteConfiguration = ({ administrator }: UserCaller): boolean => administrator
