import type { Row } from './row.ts'

/** Zips of files, and who is told of them. The formatter leaves the columns alone. */
// prettier-ignore
export const downloadRows: Readonly<Record<string, Row>> = {
  // downloads                        anonymous plain ipa admin other otherAdmin operator device
  requestDownload: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  'requestDownload user': {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  createUserDownload: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  listUserDownloads: {           any: [401, 200, 200, 200, 200, 200, 200, 401] },
  getUserDownload: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  deleteUserDownload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  createNotificationPreference: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  'createNotificationPreference user': {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  deleteNotificationPreference: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  // the token is the right, whoever brings it
  retrieveDownload: {
    own: /*                         */ [200, 200, 200, 200, 200, 200, 200, 200],
    absent: /*                      */ [404, 404, 404, 404, 404, 404, 404, 404],
  },
}
