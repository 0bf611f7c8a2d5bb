import { useUser } from '#web/features/session/current-session.ts'
import { zoneOfPreference } from './zone.ts'

/** The signed-in user's time zone; the browser's when none is set. */
export const useZone = (): string => zoneOfPreference(useUser()?.preferences['timezone']?.val)
