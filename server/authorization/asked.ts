import type { Target } from './callers.ts'
import type { KnownCaller, Request, Tenant, World } from './world.ts'

/** What a request is about: `tenant` has the object, and is undefined when there is none. */
export interface Asked {
  readonly world: World
  readonly caller: KnownCaller
  readonly target: Target | 'any'
  readonly tenant: Tenant | undefined
}
export type MakeRequest = (asked: Asked) => Promise<Request> | Request

export const absentId = 2_000_000_000
export const absentKey = 'absent-absent-absent-absent-0000'
