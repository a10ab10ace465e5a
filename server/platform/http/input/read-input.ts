import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from '#server/platform/http/platform.ts'
import { invalidity } from '#server/platform/http/problems.ts'
import type { Input } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnkeepable, unaskedRefuser } from './refuse-input.ts'

/** Programs name the type of every body, and of none as well. */
export function readEmptyJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, body as string, done),
  )
}

/** Nothing is an object without members; where some are needed, they are named. */
export async function readNothing(request: FastifyRequest) {
  if (request.body === undefined) request.body = {}
}

type Parts = { params?: unknown; query?: unknown; body?: unknown }

/** What an endpoint is given without HTTP, read by the same schemas and refused in the same words. */
export function parseInput<E extends Endpoint>(endpoint: E, input: Parts): Input<E> {
  const { params, query, body } = endpoint
  refuseUnkeepable(input)
  unaskedRefuser(endpoint)(input)
  const asked = { params: parse(params, input.params), query: parse(query, input.query), body: parse(body, input.body) }
  return asked as Input<E>
}

function parse(schema: z.ZodType | undefined, given: unknown = {}): unknown {
  const read = schema?.safeParse(given)
  if (!read || read.success) return read?.data
  const validation = read.error.issues.map(({ path, message }) => ({ instancePath: `/${path.join('/')}`, message }))
  throw new Refusal('invalid', invalidity({ validation } as Parameters<typeof invalidity>[0]))
}
