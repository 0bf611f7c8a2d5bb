import type { Row } from './row.ts'

/** Files of the archive and what belongs to them. The formatter leaves the columns alone. */
// prettier-ignore
export const fileRows: Readonly<Record<string, Row>> = {
  // notes                            anonymous plain ipa admin other otherAdmin operator device
  getNotes: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  // uploaded by an administrator: nobody else's to change but administrators'
  putNotes: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // recycling                        anonymous plain ipa admin other otherAdmin operator device
  recycleFileVersion: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  listRecycled: {                any: [401, 403, 403, 200, 403, 200, 200, 401] },
  restoreFileVersion: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  purgeFileVersion: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },

  // what loggers run                 anonymous plain ipa admin other otherAdmin operator device
  getScript: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  putScriptFile: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  putScriptVsdb: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },

  'requestDownload download': {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  'requestDownload scriptId': {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // uploads under way                anonymous plain ipa admin other otherAdmin operator device
  listPendingUploads: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  // a colleague who administers nothing gets 403: uploads/pending.test.ts
  abandonPendingUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
}
