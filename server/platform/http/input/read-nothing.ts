import type { FastifyRequest } from 'fastify'
import type { App } from '#server/platform/http/platform.ts'

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
