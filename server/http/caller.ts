import type { Access } from '#contract/operation.ts'
import type { Role } from '#contract/users.ts'
import { Problem } from './problem.ts'

export interface Anonymous {
  readonly kind: 'anonymous'
}

export interface UserCaller {
  readonly kind: 'user'
  readonly userId: number
  readonly username: string
  readonly organizationId: number
  readonly sessionId: number
  readonly roles: readonly Role[]
  readonly administrator: boolean
  /** Administrator of the first organization, which runs the server. */
  readonly operator: boolean
}

export interface DeviceCaller {
  readonly kind: 'device'
  readonly deviceId: number
  readonly organizationId: number
}

export type Caller = Anonymous | UserCaller | DeviceCaller

/** The type of caller that a handler of such an operation is given. */
export type CallerFor<A extends Access> = A extends 'public' ? Caller : A extends 'device' ? DeviceCaller : UserCaller

/**
 * Refuses a caller who may not use an operation of this access at all.
 * @throws Problem 401 without (or with the wrong kind of) token, 403 without the role
 */
export function admit(caller: Caller, access: Access): void {
  switch (access) {
    case 'public':
      return
    case 'device':
      if (caller.kind !== 'device') throw new Problem('device-token')
      return
    case 'session':
    case 'ipa':
    case 'admin':
    case 'operator': {
      if (caller.kind !== 'user') throw new Problem('unauthorized')
      const allowed =
        access === 'session' ||
        (access === 'ipa' && (caller.roles.includes('ipa') || caller.administrator)) ||
        (access === 'admin' && caller.administrator) ||
        (access === 'operator' && caller.operator)
      if (!allowed) throw new Problem('forbidden')
    }
  }
}
