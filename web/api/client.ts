import { session } from '#web/features/session/current-session.ts'

/**
 * Calls an operation of the contract with the session's token:
 * `await call(getVehicle, { params: { id: 7 } })`. `exchange` also gives the answer's headers.
 * Both raise ApiError (errors.ts).
 */
export const { call, exchange } = session

/** The bearer token for requests that do not go through `call` (resumable uploads); null when logged out. */
export const accessToken = session.accessToken
