import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment, runQuietly } from './child.mjs'
import { say } from './project.mjs'

/** Finds tshark, or installs it with apt where that is possible. Resolves with a sentence when there is none. */
export async function provideTshark() {
  if (isInstalled()) return undefined
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing tshark with apt ...')
    const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
    await runQuietly('apt-get', ['update', '-q'], { env })
    const { code, output } = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'tshark'], { env })
    if (code === 0 && isInstalled()) return undefined
    return `Packet captures are not compared with tshark, and apt could not install it: ${output.trim().split('\n').at(-1)}`
  }
  return 'Packet captures are not compared with tshark, which is not installed (Debian: apt install tshark).'
}

function isInstalled() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => ['tshark', 'tshark.exe'].some((name) => existsSync(join(folder, name))))
}
