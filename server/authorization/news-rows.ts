import type { Row } from './row.ts'

/** What users are told. The formatter leaves the columns alone. */
// prettier-ignore
export const newsRows: Readonly<Record<string, Row>> = {
  // notifications                    anonymous plain ipa admin other otherAdmin operator device
  checkNotifications: {          any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listNotifications: {           any: [401, 200, 200, 200, 200, 200, 200, 401] },
  readAllNotifications: {        any: [401, 204, 204, 204, 204, 204, 204, 401] },
  updateNotification: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  deleteNotification: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  streamEvents: {                any: [401, 200, 200, 200, 200, 200, 200, 401] },
}
