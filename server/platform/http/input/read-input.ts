import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { App } from '#server/platform/http/platform.ts'
import { invalidity } from '#server/platform/http/problems.ts'
import type { Input } from '#server/platform/http/serve.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseUnstorableText, unknownInputCheck } from './refuse-input.ts'

/** Accepts an empty body with a JSON content type, which many clients send. */
export function readEmptyJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body.length === 0 ? done(null, undefined) : parse(request, body, done),
  )
}

/** Reads a missing body as an empty object, so that the refusal names each required member. */
export async function readNothing(request: FastifyRequest) {
  if (request.body === undefined) request.body = {}
}

type Parts = { params?: unknown; query?: unknown; body?: unknown }

export function parseInput<E extends Endpoint>(endpoint: E, input: Parts): Input<E> {
  const { params, query, body } = endpoint
  refuseUnstorableText(input)
  unknownInputCheck(endpoint)(input)
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
  throw new Refusal('invalid', invalidity({ validation }))
}
