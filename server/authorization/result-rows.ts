import type { Row } from './row.ts'

/** Runs and their results, and what they stand on. The formatter leaves the columns alone. */
// prettier-ignore
export const resultRows: Readonly<Record<string, Row>> = {
  // environments are the server's: nobody's in particular
  //                                  anonymous plain ipa admin other otherAdmin operator device
  getAnalysisStatus: {           any: [401, 403, 200, 200, 403, 200, 200, 401] },
  createAnalysisEnvironment: {   any: [401, 403, 403, 403, 403, 403, 202, 401] },
  deleteAnalysisEnvironment: {
    own: /*                         */ [401, 403, 403, 403, 403, 403, 204, 401],
    foreign: /*                     */ [401, 403, 403, 403, 403, 403, 404, 401],
    absent: /*                      */ [401, 403, 403, 403, 403, 403, 404, 401],
  },
}
