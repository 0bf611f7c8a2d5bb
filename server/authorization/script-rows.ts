import type { Row } from './row.ts'

/** Analysis scripts and their configurations. The formatter leaves the columns alone. */
// prettier-ignore
export const scriptRows: Readonly<Record<string, Row>> = {
  // scripts: the organization sees them, their owner and administrators change them
  //                                  anonymous plain ipa admin other otherAdmin operator device
  listIpaScripts: {              any: [401, 403, 200, 200, 403, 200, 200, 401] },
  createIpaScript: {             any: [401, 403, 201, 201, 403, 201, 201, 401] },
  getIpaScript: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  updateIpaScript: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'updateIpaScript of a colleague': {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
  },
  deleteIpaScript: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'deleteIpaScript of a colleague': {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
  },
  reviewIpaScript: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  listPackageFiles: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  getPackageFile: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  getIpaPackage: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },

  // configurations                   anonymous plain ipa admin other otherAdmin operator device
  listConfigurations: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  createConfiguration: {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  getConfiguration: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  // of another script than the one of the path
  'getConfiguration configId': {
    own: /*                         */ [401, 403, 404, 404, 403, 404, 404, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  updateConfiguration: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'updateConfiguration of a colleague': {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
  },
  deleteConfiguration: {
    own: /*                         */ [401, 403, 403, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  getConfigurationFile: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
}
