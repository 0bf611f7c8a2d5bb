import { existsSync } from 'node:fs'
import { environment, runQuietly } from './child.mjs'
import { say } from './project.mjs'

/**
 * Finds bubblewrap, which keeps analysis scripts in, or installs it with apt where that is possible. Resolves with a
 * sentence when there is none.
 */
export async function provideBubblewrap() {
  if (process.platform !== 'linux' || existsSync('/usr/bin/bwrap')) return undefined
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return 'bubblewrap, which keeps analysis scripts in, is not installed (Debian, Ubuntu: apt install bubblewrap).'
  return await aptInstall('bubblewrap', ['bubblewrap'], '/usr/bin/bwrap')
}

/** The same for Podman and runc, which only tests need. */
export async function providePodman() {
  if (process.platform !== 'linux' || process.env.DOCKER_HOST || (existsSync('/usr/bin/podman') && existsSync('/usr/sbin/runc')))
    return undefined
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return 'The sandbox of containers is not tested: Podman is not installed (Debian: apt install podman runc), or this is not root.'
  return await aptInstall('Podman', ['podman', 'runc'], '/usr/bin/podman')
}

async function aptInstall(name, packages, program) {
  say(`Installing ${name} with apt ...`)
  const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' }
  const install = () => runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env })
  let { code, output } = await install()
  if (code !== 0) {
    // a fresh machine knows no packages yet
    await runQuietly('apt-get', ['update', '-q'], { env })
    ;({ code, output } = await install())
  }
  if (code === 0 && existsSync(program)) return undefined
  return `${name} is missing, and apt could not install it: ${output.trim().split('\n').at(-1)}`
}
