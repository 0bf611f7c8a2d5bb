import { cpus, freemem, networkInterfaces, totalmem } from 'node:os'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { openApiDocument } from '#contract/openapi.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { Problem } from '#server/http/problem.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { Platform } from '#server/platform.ts'
import { version } from '#server/version.ts'
import { overviewOf } from './overview.ts'
import { menuExtensions, publicSettings } from './public-settings.ts'

type Ours = 'health' | 'test' | 'metrics' | 'openapi' | 'serverInfo' | 'listServerSettings' | 'serverOverview'

/** Operations about the server itself. */
export function serverHandlers(platform: Platform, metrics: Metrics): HandlersOf<Ours> {
  const startedDate = platform.now().toISOString()
  const document = JSON.stringify(openApiDocument(version))
  return {
    async health() {
      await ask(platform)
      return { status: 'ok' as const, version }
    },

    async test() {
      await ask(platform)
      return { status: 'ok' as const }
    },

    async metrics({ request, reply }) {
      const token = platform.settings.metricsToken
      const allowed =
        token === undefined
          ? isLoopback(request.socket.remoteAddress) && !request.headers['x-forwarded-for']
          : request.headers.authorization === `Bearer ${token}`
      if (!allowed) throw new Problem('forbidden')
      await reply.type(metrics.contentType).send(await metrics.text())
    },

    async openapi({ reply }) {
      await reply.type('application/json; charset=utf-8').send(document)
    },

    async serverInfo({ caller }) {
      const processors = cpus()
      return {
        version,
        cpuinfo: { modelName: processors[0]?.model.trim() ?? 'unknown', processors: processors.length },
        meminfo: { memTotal: totalmem(), memFree: freemem(), memAvail: await availableMemory() },
        // hardware addresses are nobody's business but the operator's
        network: caller.operator ? networkCards() : [],
        extensions: menuExtensions(platform.settings),
        settings: publicSettings(platform.settings),
      }
    },

    async listServerSettings({ query }) {
      return query.category === 'extension' ? menuExtensions(platform.settings) : publicSettings(platform.settings)
    },

    async serverOverview({ caller }) {
      return { version, startedDate, ...(await overviewOf(platform.database, caller.organizationId)) }
    },
  }
}

async function ask(platform: Platform): Promise<void> {
  try {
    await sql`SELECT 1`.execute(platform.database)
  } catch {
    throw new Problem('unavailable')
  }
}

function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
}

function networkCards(): { name: string; mac: string }[] {
  const cards = new Map<string, string>()
  for (const [name, addresses] of Object.entries(networkInterfaces())) {
    const mac = addresses?.[0]?.mac
    if (mac !== undefined) cards.set(name, mac)
  }
  return [...cards].map(([name, mac]) => ({ name, mac }))
}

/** Bytes that programs may still take, file cache included; systems without /proc tell only the free ones. */
async function availableMemory(): Promise<number> {
  try {
    const kibibytes = /^MemAvailable:\s+(\d+) kB/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1]
    return kibibytes === undefined ? freemem() : Number(kibibytes) * 1024
  } catch {
    return freemem()
  }
}
