import { createServer } from 'node:http'
import { ZipArchive } from 'archiver'
import { readFile } from 'node:fs/promises'

/**
 * The least that serves a zip with archiver: `archiver-server.ts LIST` prints its address. LIST is a JSON file: the paths of
 * the files of each case. `/2` is the zip of the third case, stored, in one folder.
 */
const [list = ''] = process.argv.slice(2)
const cases: unknown = JSON.parse(await readFile(list, 'utf8'))
const server = createServer((request, response) => {
  const paths: string[] = Reflect.get(Object(cases), request.url?.slice(1) ?? '')
  const archive = new ZipArchive({ store: true })
  archive.on('error', (error: unknown) => {
    throw error
  })
  archive.pipe(response)
  paths.forEach((path, index) => archive.file(path, { name: `file_${index + 1}.bin` }))
  void archive.finalize()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address !== 'string') console.log(`http://127.0.0.1:${address.port}`)
})
