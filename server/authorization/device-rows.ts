import type { Row } from './row.ts'

/** Loggers, and what they do themselves. The formatter leaves the columns alone. */
// prettier-ignore
export const deviceRows: Readonly<Record<string, Row>> = {
  // devices                          anonymous plain ipa admin other otherAdmin operator device
  listDevices: {                 any: [401, 200, 200, 200, 200, 200, 200, 401] },
  createDevice: {                any: [401, 403, 403, 201, 403, 201, 201, 401] },
  'createDevice vehicleId': {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  getDevice: {
    own: /*                         */ [401, 200, 200, 200, 200, 200, 200, 401],
    foreign: /*                     */ [401, 404, 404, 404, 404, 404, 404, 401],
    absent: /*                      */ [401, 404, 404, 404, 404, 404, 404, 401],
  },
  assignDevice: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'assignDevice vehicleId': {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  createDeviceToken: {
    own: /*                         */ [401, 403, 403, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },

  // what loggers do                  anonymous plain ipa admin other otherAdmin operator device
  deviceCheckin: {               any: [401, 401, 401, 401, 401, 401, 401, 200] },
  deviceUploadOptions: {         any: [204, 204, 204, 204, 204, 204, 204, 204] },
  createDeviceUpload: {          any: [401, 401, 401, 401, 401, 401, 401, 201] },
  deviceUploadOffset: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 200],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
  continueDeviceUpload: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 204],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
  abandonDeviceUpload: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 204],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
  overrideDeviceUpload: {
    own: /*                         */ [401, 401, 401, 401, 401, 401, 401, 204],
    colleague: /*                   */ [401, 401, 401, 401, 401, 401, 401, 404],
    foreign: /*                     */ [401, 401, 401, 401, 401, 401, 401, 404],
    absent: /*                      */ [401, 401, 401, 401, 401, 401, 401, 404],
  },
}
