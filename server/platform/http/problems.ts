import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, type RefusalCode, refusals } from '#contract/refusals.ts'
import { outageSeconds, Refusal } from '#server/platform/refusal.ts'
import { judgeCallerFirst, limitHeaders } from './admission.ts'
import type { App } from './platform.ts'

export function sendProblems(app: App) {
  app.setErrorHandler(async (error: FastifyError, request, reply) =>
    sendProblem(await judgeCallerFirst(error, request), request, reply),
  )
}

const knownErrors: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_REQ_FILE_TOO_LARGE: 'file-too-large',
  FST_FILES_LIMIT: 'too-many-files',
  FST_PARTS_LIMIT: 'too-many-files',
  FST_FIELDS_LIMIT: 'malformed-upload',
  FST_PROTO_VIOLATION: 'malformed-upload',
  FST_MP_PREMATURE_CLOSE: 'malformed-upload',
  FST_ERR_BAD_URL: 'invalid',
  // PostgreSQL codes of a statement timeout, a lock timeout and a deadlock.
  '57014': 'took-too-long',
  '55P03': 'unavailable',
  '40P01': 'unavailable',
}

/** The message of the driver's own timeout. It applies if the database does not cancel the statement. */
const knownMessages: Record<string, RefusalCode> = { 'Query read timeout': 'took-too-long' }

function sendProblem(error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply) {
  const { retryAfterSeconds, ...problem } = tellProblem(error, request)
  if (retryAfterSeconds) reply.header('Retry-After', String(retryAfterSeconds))
  const budget = asRefusal(error)?.budget
  if (budget) reply.headers(limitHeaders(budget))
  // A 401 answer must have this header (RFC 9110, section 15.5.2). It contains `error` only if the request had a token
  // (RFC 6750, section 3.1).
  if (problem.status === 401)
    reply.header('WWW-Authenticate', request.headers.authorization ? 'Bearer error="invalid_token"' : 'Bearer')
  if (problem.code === 'scope-missing' && 'needed' in problem)
    reply.header('WWW-Authenticate', `Bearer error="insufficient_scope", scope="${[problem.needed].flat().join(' ')}"`)
  return reply.code(problem.status).type('application/problem+json').send(problem)
}

export function tellProblem(error: FastifyError | Refusal, request: FastifyRequest): Problem & RetryAfter {
  const refusal = asRefusal(error) ?? (hasLeft(error, request) ? new Refusal('cut-short') : null)
  if (!refusal) {
    request.log.error({ err: error }, 'request failed')
    return failure(request.id)
  }
  if (refusal.status === 503) request.log.warn({ err: refusal.cause ?? error }, 'database unavailable')
  const { retryAfterSeconds } = refusal
  return { ...problemOf(refusal), ...(retryAfterSeconds ? { retryAfterSeconds } : {}) }
}

type RetryAfter = { retryAfterSeconds?: number }

/** Answers requests whose URL the router cannot parse. No hook has run, so the headers are set here. */
export function sendUnreadable(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  return sendProblem(error, request, reply)
}

/**
 * Answers malformed, slow or oversized requests, for which no request object exists yet. A connection on which nothing
 * arrived is closed without an answer: browsers open connections ahead, and would take this answer as the answer to the
 * first request that they send.
 */
export function sendBroken(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.bytesRead === 0) return void socket.destroy()
  const problem = problemOf(new Refusal(brokenRequests[error.code ?? ''] ?? 'invalid'))
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

const brokenRequests: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'cut-short',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
}

/** Converts an expected error to a refusal. Returns null for a bug. */
export function asRefusal(error: FastifyError | Refusal): Refusal | null {
  if (error instanceof Refusal) return error
  if (error.validation) return new Refusal('invalid', invalidity(error))
  const known = error.code ? knownErrors[error.code] : knownMessages[error.message]
  if (known) {
    const isOutage = refusals[known].status === 503
    if (known === 'unsupported-media-type')
      return new Refusal(known, { cause: error, detail: 'Send this as application/json' })
    return new Refusal(known, { cause: error, ...(isOutage && { retryAfterSeconds: outageSeconds }) })
  }
  if (error instanceof SyntaxError && error.statusCode === 400) return new Refusal('malformed-json')
  const isUnreadable = error.code?.startsWith('FST_') && error.statusCode !== undefined && error.statusCode < 500
  return isUnreadable ? new Refusal('invalid', { cause: error }) : null
}

const endedConnection = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'])

/** Returns whether reading or writing failed because the caller hung up. This is not an error. */
function hasLeft({ name, code }: FastifyError | Refusal, { raw }: FastifyRequest): boolean {
  const isOfConnection = name === 'AbortError' || endedConnection.has(code)
  return isOfConnection && (raw.socket?.destroyed === true || raw.aborted)
}

export function invalidity({ validation = [] }: { validation?: { instancePath: string; message?: string }[] }) {
  const fields: Record<string, string> = {}
  for (const { instancePath, message = 'Not valid' } of validation) {
    const name = instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'
    fields[name] ??= message
  }
  const [first] = Object.entries(fields)
  return { fields, detail: first ? `${first[1]}${first[0] === 'body' ? '' : ` (${first[0]})`}` : refusals.invalid.text }
}

export const problemOf = ({ code, status, message, fields, shown }: Refusal): Problem => ({
  ...shown,
  type: 'about:blank',
  title: refusals[code].text,
  status,
  detail: message,
  code,
  ...(fields ? { fields } : {}),
})

export const failure = (requestId: string): Problem => ({
  type: 'about:blank',
  title: 'Internal error',
  status: 500,
  detail: `This did not work because of an error on our side. Nothing was changed. If it happens again, tell your admin the number ${requestId}.`,
  code: 'internal-error',
  requestId,
})
