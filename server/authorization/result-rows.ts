import type { Row } from './row.ts'

/** Runs and their results, and what they stand on. The formatter leaves the columns alone. */
// prettier-ignore
export const resultRows: Readonly<Record<string, Row>> = {
  // results: their owner and administrators see them, and those with whom they are shared (results.test.ts)
  //                                  anonymous plain ipa admin other otherAdmin operator device
  listResults: {                 any: [401, 403, 200, 200, 403, 200, 200, 401] },
  getResult: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'getResult of a colleague': {
    own: /*                         */ [401, 403, 404, 200, 403, 200, 200, 401],
  },
  deleteResult: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'deleteResult of a colleague': {
    own: /*                         */ [401, 403, 404, 204, 403, 204, 204, 401],
  },
  getResultFile: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'getResultFile of a colleague': {
    own: /*                         */ [401, 403, 404, 200, 403, 200, 200, 401],
  },
  deleteResultFile: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'deleteResultFile of a colleague': {
    own: /*                         */ [401, 403, 404, 204, 403, 204, 204, 401],
  },
  getResultLog: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'getResultLog of a colleague': {
    own: /*                         */ [401, 403, 404, 200, 403, 200, 200, 401],
  },
  listResultInputs: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'listResultInputs of a colleague': {
    own: /*                         */ [401, 403, 404, 200, 403, 200, 200, 401],
  },
  cancelResult: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'cancelResult of a colleague': {
    own: /*                         */ [401, 403, 404, 200, 403, 200, 200, 401],
  },
  repeatResult: {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'repeatResult of a colleague': {
    own: /*                         */ [401, 403, 404, 201, 403, 201, 201, 401],
  },
  shareResults: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'shareResults files': {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'shareResults users': {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 422, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 422, 422, 403, 422, 422, 401],
  },
  requestResultFiles: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'requestResultFiles files': {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  // a token for one that was not shared is never given
  'requestDownload resultFile': {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  'requestDownload resultFile of a colleague': {
    own: /*                         */ [401, 404, 404, 200, 404, 200, 200, 401],
  },
  tryIpaScript: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'tryIpaScript upload_file_version_id': {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'tryIpaScript config_id': {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  getAnalyzerMetrics: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },

  // runs in the queue: their owner's, whatever kind it is
  'cancelJob of a run': {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  'deleteJob of a run': {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
  },

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
