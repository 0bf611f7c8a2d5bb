import type { Catalog } from '#recording/catalogs/catalog.ts'
import { catalogFromForm } from '#recording/catalogs/form.ts'
import type { BlobStore } from '#server/blob-store/blob-store.ts'
import { wholeBlob } from '#server/blob-store/whole-blob.ts'

/** Catalogs kept for the next page. */
const kept = 8

/** The catalogs that were looked at last, read from their own forms. Forms never change. */
export class CatalogForms {
  readonly #blobs: BlobStore
  readonly #catalogs = new Map<string, Catalog>()

  constructor(blobs: BlobStore) {
    this.#blobs = blobs
  }

  /** @throws what the store throws */
  async read(formKey: string): Promise<Catalog> {
    const catalog = this.#catalogs.get(formKey) ?? catalogFromForm((await wholeBlob(this.#blobs, formKey)).toString())
    this.#catalogs.delete(formKey)
    this.#catalogs.set(formKey, catalog)
    const oldest = this.#catalogs.keys().next()
    if (this.#catalogs.size > kept && !oldest.done) this.#catalogs.delete(oldest.value)
    return catalog
  }
}
