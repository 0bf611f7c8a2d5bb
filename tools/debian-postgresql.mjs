import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment } from './child.mjs'

/** `nobody`: PostgreSQL refuses to run as root and initdb wants a user with a name. */
const nobody = 65534

/**
 * Starts the operating system's own PostgreSQL (Debian and Ubuntu keep it below /usr/lib/postgresql) in a temporary
 * folder, for tests only. Resolves with { version, url, stop }, or undefined where none is installed.
 */
export async function startDebianPostgresql() {
  const version = installedVersions()[0]
  if (version === undefined) return undefined
  const programs = `/usr/lib/postgresql/${version}/bin`
  const folder = mkdtempSync(join(tmpdir(), 'loggerhead-pg-'))
  const cluster = join(folder, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  const who = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (who.uid !== undefined) {
    chmodSync(folder, 0o755)
    for (const path of [folder, cluster]) chownSync(path, nobody, nobody)
  }
  const options = { cwd: folder, env: environment(), ...who }
  const created = spawnSync(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust', '--no-sync'],
    { ...options, encoding: 'utf8' },
  )
  if (created.status !== 0) throw new Error(`initdb of PostgreSQL ${version} failed: ${created.stderr}`)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '100',
  }
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
      // Control-C is for the tests; this server is stopped after them.
      detached: true,
    },
  )
  const ended = new Promise((resolve) => server.on('exit', resolve))
  process.on('exit', () => server.kill('SIGINT'))
  await ready(server, version)
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { version, url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`, stop }
}

/** Major versions that Loggerhead supports, newest first. */
function installedVersions() {
  try {
    return readdirSync('/usr/lib/postgresql')
      .filter((name) => Number(name) >= 15 && Number(name) <= 18)
      .toSorted((a, b) => Number(b) - Number(a))
  } catch {
    return []
  }
}

function ready(server, version) {
  return new Promise((resolve, reject) => {
    let log = ''
    server.stderr.on('data', (data) => {
      log = (log + data).slice(-4000)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.on('exit', () => reject(new Error(`PostgreSQL ${version} did not start: ${log}`)))
  })
}
