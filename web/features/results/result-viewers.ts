import type { ResultFile } from '#contract/ipa-results.ts'
import type { ViewedFile } from '#web/features/quickview/viewed-file.ts'
import { viewersOf } from '#web/features/quickview/viewers.ts'
import type { Viewer } from '#web/features/quickview/viewers.ts'

/** A result's file as the viewers know files. */
export const viewedFile = ({ id, filename, extension, size, sha256 }: ResultFile): ViewedFile => ({
  id,
  of: 'result',
  fileName: filename,
  extension,
  size,
  sha256,
})

/** The viewer of a result's file; databases are read by the server, from the archive only. */
export const resultViewer = ({ extension }: ResultFile): Viewer | null =>
  viewersOf(extension).find(({ word }) => word !== 'db') ?? null

/** Files that DataSpy opens: lists of hits and recordings with signals. */
export const opensInDataSpy = ({ extension }: ResultFile): boolean => extension === 'dsr' || extension === 'mf4'

/** The classic address of DataSpy for a file of a result, relative to the pages of /ui2. */
export const dataSpyAddress = (resultId: number, fileId: number): string =>
  `../dataspy/?${new URLSearchParams({ ipaResultFileId: String(fileId), ipaResultId: String(resultId) })}`
