import type { Row } from './row.ts'

/** Datasets and analyzers. The formatter leaves the columns alone. */
// prettier-ignore
export const datasetRows: Readonly<Record<string, Row>> = {
  // datasets: private to their creator, administrators see all of the organization
  //                                  anonymous plain ipa admin other otherAdmin operator device
  listDatasets: {                any: [401, 403, 200, 200, 403, 200, 200, 401] },
  createDataset: {               any: [401, 403, 201, 201, 403, 201, 201, 401] },
  'createDataset dynamic': {     any: [401, 403, 403, 201, 403, 201, 201, 401] },
  'createDataset upload_file_version_id': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  getDataset: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'getDataset colleague': {      any: [401, 403, 404, 200, 403, 200, 200, 401] },
  updateDataset: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'updateDataset colleague': {   any: [401, 403, 404, 200, 403, 200, 200, 401] },
  'updateDataset upload_file_version_id': {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  deleteDataset: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'deleteDataset colleague': {   any: [401, 403, 404, 204, 403, 204, 204, 401] },
  listDatasetFiles: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'listDatasetFiles colleague': { any: [401, 403, 404, 200, 403, 200, 200, 401] },
  // fleets and vehicles of others match nothing
  tryDatasetFilters: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 200, 200, 403, 200, 200, 401],
    absent: /*                      */ [401, 403, 200, 200, 403, 200, 200, 401],
  },

  // analyzers: the organization sees them, their owner and administrators change them
  //                                  anonymous plain ipa admin other otherAdmin operator device
  listAnalyzers: {               any: [401, 403, 200, 200, 403, 200, 200, 401] },
  createAnalyzer: {              any: [401, 403, 201, 201, 403, 201, 201, 401] },
  'createAnalyzer ingress': {    any: [401, 403, 403, 201, 403, 201, 201, 401] },
  'createAnalyzer script_id': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 422, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 422, 422, 403, 422, 422, 401],
  },
  'createAnalyzer configs': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 422, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 422, 422, 403, 422, 422, 401],
  },
  'createAnalyzer datasets': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 422, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 422, 422, 403, 422, 422, 401],
  },
  'createAnalyzer datasets colleague': { any: [401, 403, 422, 201, 403, 201, 201, 401] },
  'createAnalyzer share_users': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 422, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 422, 422, 403, 422, 422, 401],
  },
  'createAnalyzer share_users colleague': { any: [401, 403, 201, 201, 403, 201, 201, 401] },
  // only administrators name somebody else
  'createAnalyzer script_exec_user': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 403, 422, 403, 422, 422, 401],
    absent: /*                      */ [401, 403, 403, 422, 403, 422, 422, 401],
  },
  'createAnalyzer script_exec_user colleague': { any: [401, 403, 403, 201, 403, 201, 201, 401] },
  getAnalyzer: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'getAnalyzer colleague': {     any: [401, 403, 200, 200, 403, 200, 200, 401] },
  updateAnalyzer: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'updateAnalyzer colleague': {  any: [401, 403, 403, 200, 403, 200, 200, 401] },
  deleteAnalyzer: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'deleteAnalyzer colleague': {  any: [401, 403, 403, 204, 403, 204, 204, 401] },
  deleteAnalyzerResults: {
    own: /*                         */ [401, 403, 204, 204, 403, 204, 204, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'deleteAnalyzerResults colleague': { any: [401, 403, 403, 204, 403, 204, 204, 401] },
  // of an ingress analyzer, which administrators make
  getAnalyzerCoverage: {
    own: /*                         */ [401, 403, 200, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  backfillAnalyzer: {
    own: /*                         */ [401, 403, 403, 200, 403, 200, 200, 401],
    foreign: /*                     */ [401, 403, 403, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 403, 404, 403, 404, 404, 401],
  },
  'createJob analyzer': {
    own: /*                         */ [401, 403, 201, 201, 403, 201, 201, 401],
    foreign: /*                     */ [401, 403, 404, 404, 403, 404, 404, 401],
    absent: /*                      */ [401, 403, 404, 404, 403, 404, 404, 401],
  },
  'createJob analyzer colleague': { any: [401, 403, 403, 201, 403, 201, 201, 401] },
}
