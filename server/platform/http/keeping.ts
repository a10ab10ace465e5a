import type { FastifyReply } from 'fastify'

/** The only statuses whose answers a browser or a shared cache may keep, as far as their headers allow it. */
const kept = new Set([200, 204, 206, 301, 302, 303, 304, 307, 308])

/** A refusal says nothing about the next moment, whatever the route had said of what it was about to answer. */
export function keepNoRefusal(reply: FastifyReply) {
  if (!kept.has(reply.statusCode)) reply.header('Cache-Control', 'no-store')
}

/** For what stands in for something that is there soon, at the same address. */
export function keepBriefly(reply: FastifyReply) {
  const isPublic = String(reply.getHeader('Cache-Control')).startsWith('public')
  reply.header('Cache-Control', `${isPublic ? 'public' : 'private'}, max-age=60`).removeHeader('ETag')
}
