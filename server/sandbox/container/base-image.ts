import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, readlink } from 'node:fs/promises'
import { seenFolders } from '../box-folder.ts'
import { environmentFolder, firstProcessFolder } from '../environment-view.ts'
import { boxLayout } from '../sandbox.ts'
import type { ContainerClient } from './container-client.ts'

const repository = 'localhost/loggerhead-box-'
/** Folders of the system that programs and libraries come from: bound to this machine's, or links as on this machine. */
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64']
const systemFiles = ['/etc/ld.so.cache', '/etc/ssl/certs', '/etc/fonts', '/etc/localtime', '/etc/alternatives']
const emptyFolders = ['/proc', '/dev', '/sys', '/run', '/etc', environmentFolder, firstProcessFolder, ...seenFolders]

/** File systems in memory lie on them, and take their rights over. */
const writableFolders = ['/tmp', '/script', boxLayout.output]

/**
 * The image of boxes: empty folders, and links as this machine has them. Everything in a box is bound from this machine,
 * read-only, so that an environment finds the libraries that it was built with, and nothing has to be fetched.
 * Resolves with the image's name and the paths to bind.
 */
export async function provideBaseImage(client: ContainerClient): Promise<{ image: string; bound: string[] }> {
  const links: [string, string][] = []
  const bound: string[] = []
  for (const path of [...systemFolders, ...systemFiles].filter((one) => existsSync(one))) {
    const isLink = systemFolders.includes(path) && (await lstat(path)).isSymbolicLink()
    if (isLink) links.push([path, await readlink(path)])
    else bound.push(path)
  }
  const tar = archive(links)
  // in the name, because Podman takes no tag here
  const image = repository + createHash('sha256').update(tar).digest('hex').slice(0, 16)
  if (!(await client.hasImage(image))) await client.importImage(image, 'latest', tar)
  return { image, bound }
}

/** A tar archive (POSIX ustar) of folders and symbolic links. */
function archive(links: readonly (readonly [path: string, target: string])[]): Buffer {
  const entries = [
    ...emptyFolders.map((path) => entry(`${path.slice(1)}/`, '5', '0000755', '')),
    ...writableFolders.map((path) => entry(`${path.slice(1)}/`, '5', '0001777', '')),
    ...links.map(([path, target]) => entry(path.slice(1), '2', '0000777', target)),
  ]
  return Buffer.concat([...entries, Buffer.alloc(1024)])
}

function entry(name: string, kind: string, mode: string, target: string): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0)
  block.write(`${mode}\0`, 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write('00000000000\0', 124)
  block.write('00000000000\0', 136)
  block.write('        ', 148)
  block.write(kind, 156)
  block.write(target, 157)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
