import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { environment, runQuietly } from './child.mjs'
import { say } from './project.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Finds Chromium, or installs it with apt where that is possible. Resolves with a sentence when there is none. */
export async function provideChromium() {
  if (isInstalled()) return undefined
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium with apt ...')
    const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
    await runQuietly('apt-get', ['update', '-q'], { env })
    const { code, output } = await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env })
    if (code === 0 && isInstalled()) return undefined
    return `The browser tests need Chromium and apt could not install it: install Chromium and run npm test again. apt says: ${output.trim().split('\n').at(-1)}`
  }
  return 'The browser tests need Chromium, which is not installed: install it (Debian: apt install chromium) and run npm test again.'
}

function isInstalled() {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
  return (
    existsSync(mac) ||
    (process.env.PATH ?? '').split(delimiter).some((folder) => names.some((name) => existsSync(join(folder, name))))
  )
}
