import { type Endpoint, isRepeatable } from '#contract/endpoint.ts'
import { operationNames } from '#contract/names.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { refusalsOf } from './refusals-of.ts'

type Content = Record<string, { schema: object }>
type Response = { description: string; headers?: object; content?: Content }
export type Operation = {
  operationId?: string
  parameters?: object[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}
type Paths = Record<string, Record<string, Operation>>

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Problem details (RFC 9457). */
export const problem = {
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
}

/** Schemas that no endpoint declares. */
export const fixedSchemas = {
  Problem: problem,
  LiveEvent: {
    description: 'The `data` of an event: of `change`, of `presence`, and of `reset`, which has no members',
    anyOf: [
      {
        type: 'object',
        properties: { type: text, subject: { anyOf: [ref('EventSubject'), { type: 'null' }] } },
        required: ['type', 'subject'],
      },
      ref('Presence'),
      { type: 'object', maxProperties: 0 },
    ],
  },
}

/** Says of each operation what the description of its route cannot say by itself. */
export function describeOperations(paths: Paths, endpoints: readonly Endpoint[]) {
  for (const endpoint of endpoints) {
    const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()]
    if (!operation) continue
    const { operationId } = operation
    Object.assign(operation, withConditions(operation, endpoint, 'Problem'), {
      operationId: operationNames.get(endpoint) ?? operationId,
    })
  }
}

/** An operation with its headers, with what it takes and answers that is no JSON, and with how it refuses. */
export function withConditions(operation: Operation, endpoint: Endpoint, problemName: string): Operation {
  const { takesBytes, takesIfNoneMatch } = endpoint
  const parameters = [...(operation.parameters ?? []), ...headersTaken(endpoint)]
  const answers = successes(operation, endpoint)
  const refused = [...refusalsOf(endpoint)].map(([status, codes]) => [String(status), refusalWith(codes, problemName)])
  return {
    ...operation,
    ...(parameters.length > 0 && { parameters }),
    ...(takesBytes && { requestBody: { required: true, content: { [takesBytes]: { schema: bytesOf[takesBytes] } } } }),
    responses: {
      ...answers,
      ...(takesIfNoneMatch && { 304: { description: 'It is as the ETag says', headers: headersOf(endpoint) } }),
      ...Object.fromEntries(refused),
      500: {
        description: '`internal-error`: An error on our side. Nothing was changed.',
        content: problemWith(['internal-error'], problemName),
      },
    },
  }
}

const descriptions = { 200: 'Done', 201: 'Created', 202: 'Begun', 204: 'Done' }

function successes({ responses }: Operation, endpoint: Endpoint): Record<string, Response> {
  const { status = 200, mayCreate, answersWith } = endpoint
  const statuses = mayCreate ? ([200, 201] as const) : [status]
  const answered = (one: keyof typeof descriptions): Response => ({
    description: descriptions[one],
    headers: headersOf(endpoint),
    ...(one !== 204 && { content: answersWith ? { [answersWith]: bodies[answersWith] } : responses[one]!.content! }),
  })
  return Object.fromEntries(statuses.map((one) => [one, answered(one)]))
}

const problemWith = (codes: readonly string[], name: string): Content => ({
  'application/problem+json': {
    schema: { allOf: [ref(name), { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }] },
  },
})

function refusalWith(codes: readonly RefusalCode[], problemName: string): Response {
  const { status } = refusals[codes[0]!]
  return {
    description: codes.map((code) => `\`${code}\`: ${refusals[code].text}`).join('\n\n'),
    headers: { ...limitHeaders, ...headersByStatus[status] },
    content: problemWith(codes, problemName),
  }
}

const header = (description: string, schema: object = text) => ({ description, schema })
const limitHeaders = {
  RateLimit: header('What is left of the limit that is nearest to its end'),
  'RateLimit-Policy': header('That limit, and in how many seconds it counts'),
}
const retryAfter = { 'Retry-After': header('Seconds until it is worth another try', { type: 'integer' }) }
const headersByStatus: Record<number, object> = {
  401: { 'WWW-Authenticate': header('That a bearer is wanted, or that it is not valid (RFC 6750)') },
  429: retryAfter,
  503: retryAfter,
}

function headersTaken(endpoint: Endpoint) {
  const { takesIfMatch, takesIfNoneMatch, needsHeaders, takesHeaders } = endpoint
  const taken = {
    ...(isRepeatable(endpoint) && {
      'Idempotency-Key': 'A repetition with the same key within a day gets the first answer; at most 255 characters',
    }),
    ...(takesIfMatch && { 'If-Match': 'The ETag that the thing must have; else 412 `changed-meanwhile`' }),
    ...(takesIfNoneMatch && { 'If-None-Match': 'The ETag of an earlier answer; 304 where it is still so' }),
    ...takesHeaders,
  }
  return [...parametersIn(needsHeaders ?? {}, true), ...parametersIn(taken, false)]
}

const parametersIn = (fields: Readonly<Record<string, string>>, required: boolean) =>
  Object.entries(fields).map(([name, description]) => ({ in: 'header', name, required, description, schema: text }))

function headersOf(endpoint: Endpoint) {
  const { hasEtag, answersHeaders = {} } = endpoint
  const own = Object.entries(answersHeaders).map(([name, description]) => [name, header(description)])
  return {
    ...limitHeaders,
    ...(hasEtag && { ETag: header('Of the state that is answered') }),
    ...(isRepeatable(endpoint) && {
      'Idempotent-Replayed': header('`true` where this is the answer of an earlier call with the same key'),
    }),
    ...Object.fromEntries(own),
  }
}

const binary = { type: 'string', format: 'binary' }
const bytesOf: Record<NonNullable<Endpoint['takesBytes']>, object> = {
  'multipart/form-data': {
    type: 'object',
    properties: { file: { type: 'array', items: binary } },
    required: ['file'],
  },
  'application/offset+octet-stream': binary,
}
const bodies: Record<NonNullable<Endpoint['answersWith']>, { schema: object }> = {
  'text/event-stream': { schema: ref('LiveEvent') },
  'text/csv': { schema: text },
  'image/*': { schema: binary },
}
