import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documents } from './generated/documents.ts'

const root = join(import.meta.dirname, '..')
for (const document of documents) {
  const text = await document.make(root)
  mkdirSync(dirname(join(root, document.path)), { recursive: true })
  writeFileSync(join(root, document.path), text)
  console.log(`wrote ${document.path}`)
}
