import type { Endpoint } from '#contract/endpoint.ts'
import { operationNames } from '#contract/names.ts'
import { refusals } from '#contract/refusals.ts'
import { refusalsOf } from './refusals-of.ts'

type Content = Record<string, { schema: object }>
type Response = { description: string; headers?: object; content?: Content }
type Operation = {
  operationId?: string
  parameters?: object[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}
type Described = { paths: Record<string, Record<string, Operation>> }

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Problem details (RFC 9457), and what the stream sends. */
export const problemSchemas = {
  Problem: {
    type: 'object',
    description: 'Problem details (RFC 9457). Some codes come with more members.',
    properties: {
      type: text,
      title: text,
      status: { type: 'integer' },
      detail: { ...text, description: 'A sentence for people' },
      code: { ...text, description: 'Stable, for programs' },
      requestId: { ...text, description: 'Of an internal error; the operator finds it in the log' },
      fields: { type: 'object', additionalProperties: text, description: 'What is wrong with each field' },
    },
    required: ['type', 'title', 'status', 'detail', 'code'],
    additionalProperties: true,
  },
  LiveEvent: {
    description: 'The `data` of an event: of `change`, of `presence`, and of `reset`, which has no members',
    anyOf: [
      {
        type: 'object',
        properties: { type: text, subject: ref('EventSubject') },
        required: ['type', 'subject'],
      },
      ref('Presence'),
      { type: 'object', maxProperties: 0 },
    ],
  },
}

/** Says of each operation its name, its headers, what it takes and answers that is no JSON, and how it refuses. */
export function describeOperations({ paths }: Described, endpoints: readonly Endpoint[]) {
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    if (operation) describeOperation(operation, endpoint)
  }
}

function describeOperation(operation: Operation, endpoint: Endpoint) {
  const { status = 200, takesBytes, answersWith } = endpoint
  const name = operationNames.get(endpoint)
  if (name) operation.operationId = name
  const headers = headersTaken(endpoint)
  if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers]
  if (takesBytes) operation.requestBody = { required: true, content: { [takesBytes]: { schema: bytesOf(takesBytes) } } }
  const success = operation.responses[status]!
  operation.responses = {
    [status]: {
      ...success,
      description: descriptions[status]!,
      headers: { ...limitHeaders, ...headersAnswered(endpoint) },
      ...(answersWith && { content: { [answersWith]: { schema: answersOf[answersWith] } } }),
    },
    ...Object.fromEntries([...refusalsOf(endpoint)].map(([code, codes]) => [String(code), refusalWith(codes)])),
    '500': { description: 'An error on our side. Nothing was changed.', content: problem(['internal-error']) },
  }
}

const descriptions: Record<number, string> = { 200: 'Done', 201: 'Created', 202: 'Begun' }

const problem = (codes: readonly string[]): Content => ({
  'application/problem+json': {
    schema: { allOf: [ref('Problem'), { type: 'object', properties: { code: { enum: codes } } }] },
  },
})

function refusalWith(codes: (keyof typeof refusals)[]): Response {
  const { status } = refusals[codes[0]!]
  const description = codes.map((code) => `\`${code}\`: ${refusals[code].text}`).join('\n\n')
  const isToWait = status === 429 || status === 503
  return { description, ...(isToWait && { headers: { 'Retry-After': retryAfter } }), content: problem(codes) }
}

const header = (description: string, schema: object = text) => ({ description, schema })
const retryAfter = header('Seconds until it is worth another try', { type: 'integer' })
const limitHeaders = {
  RateLimit: header('What is left of the limit (draft-ietf-httpapi-ratelimit-headers)'),
  'RateLimit-Policy': header('The limit that counts this call'),
}

function headersTaken(endpoint: Endpoint) {
  const { method, isRepeatable, takesIfMatch, takesBytes, answersWith } = endpoint
  const taken = (name: string, description: string, required = false) => ({
    ...{ in: 'header', name, required, description },
    schema: text,
  })
  return [
    method !== 'GET' &&
      isRepeatable !== false &&
      taken(
        'Idempotency-Key',
        'A repetition with the same key within a day gets the first answer; at most 255 characters',
      ),
    takesIfMatch && taken('If-Match', 'The ETag that the thing must have; else 412 `changed-meanwhile`'),
    answersWith === 'text/event-stream' &&
      taken('Last-Event-ID', 'The last event that came; resumes within ten minutes'),
    endpoint.path.startsWith('/api/v1/resumable-uploads') &&
      method === 'POST' &&
      taken('Upload-Length', 'Bytes of the whole file', true),
    endpoint.path.startsWith('/api/v1/resumable-uploads') &&
      method === 'POST' &&
      taken('Upload-Metadata', 'filename, filetype and purpose (tus 1.0.0)'),
    takesBytes === 'application/offset+octet-stream' && taken('Upload-Offset', 'The byte from which on these go', true),
    endpoint.path.startsWith('/api/v1/resumable-uploads') &&
      (method === 'POST' || method === 'PATCH') &&
      taken('Tus-Resumable', '1.0.0', true),
  ].filter((one) => one !== false && one !== undefined)
}

const headersAnswered = ({ method, hasEtag, isRepeatable }: Endpoint) => ({
  ...(hasEtag && { ETag: header('The state of the thing, for If-Match') }),
  ...(method !== 'GET' &&
    isRepeatable !== false && {
      'Idempotent-Replayed': header('`true` where this is the answer of an earlier call with the same key'),
    }),
})

const binary = { type: 'string', format: 'binary' }
const bytesOf = (type: NonNullable<Endpoint['takesBytes']>) =>
  type === 'multipart/form-data'
    ? { type: 'object', properties: { file: { type: 'array', items: binary } }, required: ['file'] }
    : binary
const answersOf: Record<NonNullable<Endpoint['answersWith']>, object> = {
  'text/event-stream': ref('LiveEvent'),
  'text/csv': text,
  'image/*': binary,
}
