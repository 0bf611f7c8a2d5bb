import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

/** Figures of this process and of its answers, by operation and status. */
export function createMetrics(server: FastifyInstance): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answers = new Histogram({
    name: 'loggerhead_http_answer_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60],
    registers: [registry],
  })
  server.addHook('onResponse', async (request, reply) => {
    // the route's pattern, not the address: ids and tokens stay out
    const route = request.routeOptions.url ?? 'none'
    answers.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  return { contentType: registry.contentType, text: () => registry.metrics() }
}
