import type { UploadRow } from '#contract/archive.ts'

/** An upload with one version per extension: ids `uploadId * 10 + n`, 1000 bytes each. */
export function uploadRow(uploadId: number, extensions: readonly string[], more: Partial<UploadRow> = {}): UploadRow {
  const [startDate, endDate] = ['2026-11-04T06:07:12.000Z', '2026-11-04T06:16:47.000Z']
  return {
    uploadId,
    groupId: uploadId,
    collection: 'ColdStart',
    displayName: `ColdStart_${String(uploadId).padStart(3, '0')}`,
    startDate,
    endDate,
    receivedDate: endDate,
    vehicle: { id: 1, name: 'WT-07', displayName: 'WT-07 · Polar 3' },
    device: null,
    extractionNotesTxt: false,
    script: null,
    dataSpy: [],
    viewable: [],
    versions: extensions.map((extension, index) => ({
      id: uploadId * 10 + index,
      extension,
      size: 1000,
      fileName: `ColdStart.${extension}`,
      startDate,
      endDate,
      vehicleName: 'WT-07',
      vehicleDisplayName: 'WT-07 · Polar 3',
      deviceId: null,
      sha256: '0'.repeat(64),
      state: 'plain' as const,
      problem: null,
      recording: null,
    })),
    ...more,
  }
}
