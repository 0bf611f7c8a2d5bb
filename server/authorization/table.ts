import { catalogRows } from './catalog-rows.ts'
import { datasetRows } from './dataset-rows.ts'
import { deviceRows } from './device-rows.ts'
import { downloadRows } from './download-rows.ts'
import { fileRows } from './file-rows.ts'
import { newsRows } from './news-rows.ts'
import { recordingRows } from './recording-rows.ts'
import { resultRows } from './result-rows.ts'
import type { Row } from './row.ts'
import { scriptRows } from './script-rows.ts'

/**
 * Who may do what: every operation of the contract, and (`operation field`) every place where a body names another
 * object. Written by hand, not computed from the contract, so that opening a door there has to be said twice.
 * The formatter leaves the columns alone.
 */
// prettier-ignore
export const authorizationTable: Readonly<Record<string, Row>> = {
  // signing in                       anonymous plain ipa admin other otherAdmin operator device
  login: {                       any: [200, 200, 200, 200, 200, 200, 200, 200] },
  refresh: {                     any: [200, 200, 200, 200, 200, 200, 200, 200] },
  changePassword: {              any: [204, 204, 204, 204, 204, 204, 204, 204] },
  strategies: {                  any: [200, 200, 200, 200, 200, 200, 200, 200] },
  logout: {                      any: [401, 204, 204, 204, 204, 204, 204, 401] },

  // people
  getCurrentUser: {              any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listUsers: {                   any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listOrganizations: {           any: [401, 403, 403, 200, 403, 200, 200, 401] },
  listUserPreferences: {         any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createUserPreference: {        any: [401, 200, 200, 200, 200, 200, 200, 401] },
  updateUserPreference: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  listViewLayouts: {             any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createViewLayout: {            any: [401, 201, 201, 201, 201, 201, 201, 401] },
  updateViewLayout: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  deleteViewLayout: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // fleets and vehicles              anonymous plain ipa admin other otherAdmin operator device
  listFleets: {                  any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createFleet: {                 any: [401, 403, 403, 201, 403, 201, 201, 401] },
  updateFleet: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  deleteFleet: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  listVehicles: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  createVehicle: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  getVehicle: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  listVehicleTroubleCodes: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  updateVehicle: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'updateVehicle fleetId': {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  deleteVehicle: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },

  // people's uploads                 anonymous plain ipa admin other otherAdmin operator device
  uploadOptions: {               any: [204, 204, 204, 204, 204, 204, 204, 204] },
  createUpload: {
    own: /*                         */ [401, 201, 201, 201, 201, 201, 201, 401],
    foreign: /*                     */ [401, 400, 400, 400, 400, 400, 400, 401],
    absent: /*                      */ [401, 400, 400, 400, 400, 400, 400, 401],
  },
  'createUpload deviceId': {
    own: /*                         */ [401, 201, 201, 201, 201, 201, 201, 401],
    foreign: /*                     */ [401, 400, 400, 400, 400, 400, 400, 401],
    absent: /*                      */ [401, 400, 400, 400, 400, 400, 400, 401],
  },
  uploadOffset: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  continueUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  abandonUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  overrideUpload: {
    own: /*                         */ [401, 204, 204, 204, 204, 204, 204, 401],
    colleague: /*                   */ [401, 404, 404, 404, 404, 404, 404, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },

  // the archive: a search for another organization's fleet finds nothing, as for one that does not exist
  //                                  anonymous plain ipa admin other otherAdmin operator device
  searchArchive: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  dataspyStatus: {               any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listCollections: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  listExtensions: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 200, 200, 200, 200, 200, 200, 401],
    absent: /*                      */ [401, 200, 200, 200, 200, 200, 200, 401],
  },
  ...deviceRows,
  ...datasetRows,
  ...fileRows,
  ...catalogRows,
  ...newsRows,
  ...scriptRows,
  ...downloadRows,
  ...recordingRows,
  ...resultRows,

  // the server                       anonymous plain ipa admin other otherAdmin operator device
  health: {                      any: [200, 200, 200, 200, 200, 200, 200, 200] },
  test: {                        any: [200, 200, 200, 200, 200, 200, 200, 200] },
  openapi: {                     any: [200, 200, 200, 200, 200, 200, 200, 200] },
  // from the server's own machine
  metrics: {                     any: [200, 200, 200, 200, 200, 200, 200, 200] },
  serverInfo: {                  any: [401, 200, 200, 200, 200, 200, 200, 401] },
  listServerSettings: {          any: [401, 200, 200, 200, 200, 200, 200, 401] },
  serverOverview: {              any: [401, 403, 403, 200, 403, 200, 200, 401] },
  getDemo: {                     any: [401, 200, 200, 200, 200, 200, 200, 401] },
  removeDemo: {                  any: [401, 403, 403, 403, 403, 403, 204, 401] },
}
