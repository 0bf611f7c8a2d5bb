import { z } from 'zod'
import { errorBody } from './errors.ts'
import { operationList } from './index.ts'
import type { Operation } from './operation.ts'

type Json = Record<string, unknown>

/** The whole interface as an OpenAPI 3.1 document. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operationList) {
    const path = (paths[operation.path] ??= {})
    path[operation.method.toLowerCase()] = describe(operation)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Loggerhead', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: {
      schemas: { Error: jsonSchema(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Access token of a signed-in user' },
        device: { type: 'http', scheme: 'bearer', description: 'Token of a logger' },
      },
    },
  }
}

function describe(operation: Operation): Json {
  const success: Json = { description: operation.summary }
  if (operation.kind === 'json' && operation.status !== 204) success['content'] = json(jsonSchema(operation.answer, 'output'))
  if (operation.kind === 'stream' && operation.method === 'GET') success['content'] = { 'application/octet-stream': {} }
  const headers = Object.entries(operation.headers)
  if (headers.length > 0) {
    success['headers'] = Object.fromEntries(
      headers.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    )
  }
  const described: Json = {
    operationId: operation.id,
    summary: operation.summary,
    description: `Access: ${operation.access}.`,
    security: operation.access === 'public' ? [] : [{ [operation.access === 'device' ? 'device' : 'session']: [] }],
    parameters: [...parameters(operation.params, 'path'), ...parameters(operation.query, 'query')],
    responses: {
      [String(operation.status)]: success,
      default: { description: 'Not a success', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  }
  const body = jsonSchema(operation.body, 'input')
  if (operation.kind === 'json' && Object.keys((body['properties'] as Json | undefined) ?? {}).length > 0) {
    described['requestBody'] = { required: true, content: json(body) }
  }
  if (operation.kind === 'stream' && ['POST', 'PATCH'].includes(operation.method)) {
    described['requestBody'] = { content: { 'application/offset+octet-stream': {} } }
  }
  return described
}

function parameters(schema: z.ZodType, where: 'path' | 'query'): Json[] {
  const object = jsonSchema(schema, 'output')
  const required = new Set((object['required'] as string[] | undefined) ?? [])
  const arrays = (value: unknown) => typeof value === 'object' && value !== null && 'type' in value && value.type === 'array'
  return Object.entries((object['properties'] as Json | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: where,
    // a repeated key may be absent; a default fills the others
    required: where === 'path' || (required.has(name) && !arrays(property) && !hasDefault(property)),
    schema: property,
  }))
}

const hasDefault = (property: unknown) => typeof property === 'object' && property !== null && 'default' in property

const json = (schema: Json): Json => ({ 'application/json': { schema } })

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return rest
}
