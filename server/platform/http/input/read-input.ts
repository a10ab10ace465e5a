import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from '#server/platform/http/platform.ts'
import { invalidity } from '#server/platform/http/problems.ts'
import type { Input } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnkeepable, unaskedRefuser } from './refuse-input.ts'

/** Programs send a content type even without a body. */
export function readEmptyJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, body as string, done),
  )
}

/** A missing object is read as an empty one, so that each required member is named in the refusal. */
export async function readNothing(request: FastifyRequest) {
  if (request.body === undefined) request.body = {}
}

type Parts = { params?: unknown; query?: unknown; body?: unknown }

/** Reads the input of a call in process, with the same schemas and refusals as by HTTP. */
export function parseInput<E extends Endpoint>(endpoint: E, input: Parts): Input<E> {
  const { params, query, body } = endpoint
  refuseUnkeepable(input)
  unaskedRefuser(endpoint)(input)
  return {
    params: parse(params, input.params),
    query: parse(query, input.query),
    body: parse(body, input.body),
  } as Input<E>
}

function parse(schema: z.ZodType | undefined, given: unknown = {}): unknown {
  const read = schema?.safeParse(given)
  if (!read || read.success) return read?.data
  const validation = read.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message }))
  throw new Refusal('invalid', invalidity({ validation } as Parameters<typeof invalidity>[0]))
}
