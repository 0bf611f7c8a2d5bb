/**
 * Who calls, in the order of the table's columns. Three organizations: the operator's, `home` (plain, ipa, admin and the
 * device) and another one.
 */
export const callerNames = ['anonymous', 'plain', 'ipa', 'admin', 'other', 'otherAdmin', 'operator', 'device'] as const
export type CallerName = (typeof callerNames)[number]

/**
 * On what: of the caller's organization (or the caller's own, where things have an owner), of a colleague, of another
 * organization, or nothing.
 */
export const targets = ['own', 'colleague', 'foreign', 'absent'] as const
export type Target = (typeof targets)[number]
