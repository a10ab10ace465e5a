import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { namedSchemas, operationNames } from '#contract/names.ts'
import { chosenScopes, kindScopes } from '#contract/scopes.ts'
import type { App } from '#server/platform/http/platform.ts'
import { createCompletion, fixedSchemas, type Operation } from './operations.ts'
import { type Schemas, tidySchemas } from './tidy-schemas.ts'

const scopeWords = Object.entries({ ...chosenScopes, ...kindScopes })
  .map(([scope, words]) => `- \`${scope}\`: ${words}`)
  .join('\n')

export async function describeApi(app: App) {
  const { settings } = app.platform
  nameSchemas()
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Startup Tools API',
        version: '1.0.0',
        license: { name: 'MIT', identifier: 'MIT' },
        description:
          'JSON over HTTPS. Send `Authorization: Bearer` with an access token. Errors are problem details (RFC 9457) with a stable `code`. Times are ISO 8601, taken with `Z` or an offset and answered in UTC, ids UUID v7. Lists take `limit` and `cursor` and answer `items` and `next`. POST takes an `Idempotency-Key`.',
      },
      servers: [{ url: settings.apiOrigin }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The access token of a session' },
          key: { type: 'http', scheme: 'bearer', description: `An API key with the scope named.\n\n${scopeWords}` },
        },
      },
    },
    transform: createJsonSchemaTransform({ skipList: [] }),
    transformObject: complete(app),
    hideUntagged: true,
  })
  app.get(
    '/api/openapi.json',
    { config: { isOpen: true, counts: 'anonymous' }, schema: { hide: true } },
    async (_, reply) => reply.send(app.swagger()),
  )
}

function nameSchemas() {
  for (const [name, schema] of namedSchemas)
    if (z.globalRegistry.get(schema)?.id === undefined)
      z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id: name })
}

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

const addSchemas = createJsonSchemaTransformObject({})

const complete =
  (app: App): Transform =>
  (document) => {
    if (!('openapiObject' in document)) return document.swaggerObject
    const described = addSchemas(document) as typeof document.openapiObject
    writeObjects(described)
    const parts = completeOperations(described.paths as Paths, app.endpoints)
    const schemas: Schemas = { ...described.components?.schemas, ...fixedSchemas }
    return tidySchemas({
      ...described,
      components: { ...described.components, ...parts, schemas },
    }) as ReturnType<Transform>
  }

type Paths = Record<string, Record<string, Operation>>

function completeOperations(paths: Paths, endpoints: readonly Endpoint[]) {
  const { complete, parts } = createCompletion('Problem')
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!
    Object.assign(operation, complete(operation, endpoint), { operationId: operationNames.get(endpoint) })
  }
  return parts
}

/** Declares query parameters that are objects as `deepObject`. Callers write them as name[member]=value. */
function writeObjects({ paths }: { paths?: object | undefined }) {
  for (const path of Object.values(paths ?? {}))
    for (const parameter of path?.get?.parameters ?? [])
      if ('schema' in parameter && parameter.schema && 'type' in parameter.schema && parameter.schema.type === 'object')
        Object.assign(parameter, { style: 'deepObject', explode: true })
}
