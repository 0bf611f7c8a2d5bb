import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment, runQuietly } from './child.mjs'
import { say } from './project.mjs'

/** Chromium without windows, tabs and menus: the same pages, for two thirds of the processor time. */
const shell = 'chromium-headless-shell'
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Finds Chromium, or installs it with apt where that is possible. Resolves with a sentence when there is none. */
export async function provideChromium() {
  if (isOnPath(shell)) return undefined
  const isHere = existsSync(mac) || names.some(isOnPath)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    if (isHere) return undefined
    return 'The browser tests need Chromium, which is not installed: install it (Debian: apt install chromium) and run npm test again.'
  }
  say('Installing Chromium with apt ...')
  const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
  if (!isHere) await runQuietly('apt-get', ['update', '-q'], { env })
  let said = ''
  for (const name of isHere ? [shell] : [shell, 'chromium']) {
    const { code, output } = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })
    if (code === 0 && isOnPath(name)) return undefined
    said = output.trim().split('\n').at(-1)
  }
  if (isHere) return undefined
  return `The browser tests need Chromium and apt could not install it: install Chromium and run npm test again. apt says: ${said}`
}

const isOnPath = (name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
