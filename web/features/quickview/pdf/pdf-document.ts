import { getDocument, GlobalWorkerOptions, PDFDataRangeTransport } from 'pdfjs-dist'
import type { PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler gives the address of the file
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { rangeSource } from '#web/viewer/worker/range-source.ts'
import type { ViewedFile } from '../viewed-file.ts'
import { contentAccess } from '../worker/content-access.ts'

GlobalWorkerOptions.workerSrc = workerAddress

/** What is read of the file before its end, where a PDF keeps its table of contents. */
const firstBytes = 64 * 1024

/** Parts of the file, as pages need them. */
class FileParts extends PDFDataRangeTransport {
  readonly #source: ReturnType<typeof rangeSource>
  readonly #onProblem: (problem: string) => void

  constructor(file: ViewedFile, first: Uint8Array, source: ReturnType<typeof rangeSource>, onProblem: (problem: string) => void) {
    super(file.size, first)
    this.#source = source
    this.#onProblem = onProblem
  }

  override requestDataRange(begin: number, end: number): void {
    this.#source.read(begin, end - begin).then(
      (bytes) => this.onDataRange(begin, bytes.slice()),
      (raised: unknown) => this.#onProblem(raised instanceof Error ? raised.message : String(raised)),
    )
  }
}

/** A PDF read by Range. Its scripts, forms and links are not looked at: pages are drawn, and that is all. */
export async function openPdf(file: ViewedFile, onProblem: (problem: string) => void): Promise<PDFDocumentProxy> {
  const source = rangeSource(file.size, contentAccess(file))
  const first = await source.read(0, Math.min(firstBytes, file.size))
  const range = new FileParts(file, first.slice(), source, onProblem)
  return await getDocument({
    range,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    // the page's policy allows no WebAssembly
    useWasm: false,
    useSystemFonts: true,
  }).promise
}
