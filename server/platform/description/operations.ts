import { answersEtag, type Endpoint, isRepeatable } from '#contract/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'
import { refusalsOf } from './refusals-of.ts'

type Content = Record<string, { schema: object }>
type Header = { description: string; schema: object }
type Response = { description: string; headers?: object; content?: Content }
export type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  parameters?: object[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response>
}

const text = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

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
    fields: { type: 'object', additionalProperties: text, description: 'The fault of each field' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  additionalProperties: true,
}

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

type SharedParts = {
  headers: Record<string, Header>
  parameters: Record<string, object>
  responses: Record<string, Response>
}

export function createCompletion(problemName: string) {
  const parts: SharedParts = { headers: {}, parameters: {}, responses: {} }
  return {
    parts,
    complete(operation: Operation, endpoint: Endpoint): Operation {
      const { takesBytes, takesIfNoneMatch } = endpoint
      const parameters = [...(operation.parameters ?? []), ...headersTaken(endpoint)]
      const unchanged = takesIfNoneMatch && {
        304: { description: 'Nothing has changed', headers: headersOf(endpoint) },
      }
      return {
        ...operation,
        ...(parameters.length > 0 && { parameters }),
        ...(takesBytes && {
          requestBody: { required: true, content: { [takesBytes]: { schema: bytesOf[takesBytes] } } },
        }),
        responses: { ...successes(operation, endpoint), ...unchanged, ...refused(endpoint) },
      }
    },
  }

  function successes({ responses }: Operation, endpoint: Endpoint): Record<string, Response> {
    const { answersWith } = endpoint
    const answered = (one: keyof typeof descriptions): Response => ({
      description: descriptions[one],
      headers: headersOf(endpoint),
      ...(one !== 204 && { content: answersWith ? { [answersWith]: bodies[answersWith] } : responses[one]!.content! }),
    })
    return Object.fromEntries(statusesOf(endpoint).map((one) => [one, answered(one)]))
  }

  function refused(endpoint: Endpoint): Record<string, object> {
    const responses = [...refusalsOf(endpoint)].map(([status, codes]) => [status, refusalWith(codes)] as const)
    return { ...Object.fromEntries(responses), 500: internalError() }
  }

  function refusalWith(codes: readonly RefusalCode[]): object {
    const { status } = refusals[codes[0]!]
    return shared('responses', codes.map(nameOf).join('Or'), () => ({
      description: codes.map((code) => `\`${code}\`: ${refusals[code].text}`).join('\n\n'),
      headers: sharedHeaders([...limitHeaders, ...(headersByStatus[status] ?? [])]),
      content: problemWith(codes),
    }))
  }

  function internalError(): object {
    return shared('responses', 'InternalError', () => ({
      description: '`internal-error`: An error on our side. Nothing was changed.',
      content: problemWith(['internal-error']),
    }))
  }

  function problemWith(codes: readonly string[]): Content {
    const itsCode = { type: 'object', properties: { code: { enum: codes } }, required: ['code'] }
    return { 'application/problem+json': { schema: { allOf: [ref(problemName), itsCode] } } }
  }

  function headersTaken(endpoint: Endpoint): object[] {
    const { takesIfMatch, takesIfNoneMatch, needsHeaders = {}, takesHeaders = {} } = endpoint
    const conditions = [
      isRepeatable(endpoint) && 'Idempotency-Key',
      takesIfMatch && 'If-Match',
      takesIfNoneMatch && 'If-None-Match',
    ] as const
    return [
      ...Object.entries(needsHeaders).map(([name, words]) => parameterOf(name, words, true)),
      ...Object.entries(takesHeaders).map(([name, words]) => parameterOf(name, words)),
      ...conditions
        .filter((name) => name !== false && name !== undefined)
        .map((name) => shared('parameters', nameOf(name), () => parameterOf(name, wordsOf[name]))),
    ]
  }

  function headersOf(endpoint: Endpoint): object {
    const { answersHeaders = {} } = endpoint
    const own = Object.entries(answersHeaders).map(([name, description]) => [name, { description, schema: text }])
    return {
      ...sharedHeaders([
        ...limitHeaders,
        ...(answersEtag(endpoint) ? (['ETag'] as const) : []),
        ...(isRepeatable(endpoint) ? (['Idempotent-Replayed'] as const) : []),
      ]),
      ...Object.fromEntries(own),
    }
  }

  function sharedHeaders(names: readonly (keyof typeof headers)[]): object {
    return Object.fromEntries(names.map((name) => [name, shared('headers', nameOf(name), () => headers[name])]))
  }

  function shared<K extends keyof SharedParts>(kind: K, name: string, make: () => SharedParts[K][string]): object {
    parts[kind][name] ??= make()
    return { $ref: `#/components/${kind}/${name}` }
  }
}

export const statusesOf = ({ status = 200, mayCreate }: Endpoint) => (mayCreate ? ([200, 201] as const) : [status])

const descriptions = { 200: 'Done', 201: 'Created', 202: 'Begun', 204: 'Done' }

const nameOf = (text: string) => text.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())

const limitHeaders = ['RateLimit', 'RateLimit-Policy'] as const
const headers = {
  RateLimit: { description: 'The rest of the limit that is nearest to its end', schema: text },
  'RateLimit-Policy': { description: 'That limit, and its window in seconds', schema: text },
  'Retry-After': { description: 'Seconds to wait before another try', schema: { type: 'integer' } },
  'WWW-Authenticate': { description: 'Why the bearer token is refused (RFC 6750)', schema: text },
  ETag: { description: 'The version of the answer', schema: text },
  'Idempotent-Replayed': {
    description: '`true`: this is the answer of an earlier call with the same key',
    schema: text,
  },
}
const headersByStatus: Record<number, (keyof typeof headers)[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}
const wordsOf = {
  'Idempotency-Key':
    'A repetition with the same key within a day gets the first answer. At most 255 characters, preferably a UUID.',
  'If-Match': 'The ETag that the resource must have. With another ETag, the call is refused: 412 `changed-meanwhile`.',
  'If-None-Match': 'The ETag of an earlier answer. If it is still current, the answer is 304 without a body.',
}
const parameterOf = (name: string, description: string, required = false) => ({
  in: 'header',
  name,
  required,
  description,
  schema: text,
})

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
