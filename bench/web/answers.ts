import type { listFleets } from '#contract/fleets.ts'
import type { UploadRow } from '#contract/archive.ts'
import type { AnswerOf } from '#contract/operation.ts'
import type { CurrentUser } from '#contract/users.ts'

/** What the server answers to the page that is measured: the page's weight does not depend on it. */
export const user: CurrentUser = {
  id: 1,
  username: 'bench',
  roles: ['admin'],
  administrator: true,
  ipa: 1,
  permissions: ['data.read', 'data.upload'],
  preferences: {},
  profile: { first_name: '', last_name: '', email: '' },
  organization: { id: 1, name: 'Bench' },
}

export const fleets: AnswerOf<typeof listFleets> = [
  {
    id: 1,
    name: 'Winter test',
    deleteFlag: false,
    demo: false,
    vehicles: [{ id: 1, fleetId: 1, name: 'WT-07', displayName: 'WT-07 · Polar 3', deleteFlag: false }],
  },
]

const moment = '2026-11-04T06:07:12.000Z'

export const uploads: UploadRow[] = Array.from({ length: 60 }, (_, index) => ({
  uploadId: 1000 - index,
  groupId: 300 - Math.floor(index / 3),
  collection: 'ColdStart',
  displayName: `ColdStart_${index}`,
  startDate: moment,
  endDate: moment,
  receivedDate: moment,
  vehicle: { id: 1, name: 'WT-07', displayName: 'WT-07 · Polar 3' },
  device: null,
  extractionNotesTxt: false,
  script: null,
  dataSpy: ['mf4'],
  viewable: [],
  versions: ['vsb', 'mf4'].map((extension, at) => ({
    id: index * 10 + at + 1,
    extension,
    size: 53_084_160,
    fileName: `ColdStart_${index}.${extension}`,
    startDate: moment,
    endDate: moment,
    vehicleName: 'WT-07',
    vehicleDisplayName: 'WT-07 · Polar 3',
    deviceId: null,
    sha256: '0'.repeat(64),
    state: 'plain',
    problem: null,
    recording: null,
  })),
}))
