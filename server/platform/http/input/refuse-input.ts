import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { Refusal } from '#server/platform/refusal.ts'

const mostUrl = 8192
const mostCookies = 8192
const mostHeaders = 100

/** Refuses requests with a too long URL, too many headers or too long cookies. Browsers never reach these limits. */
export function refuseOversize({ url, headers, raw }: FastifyRequest) {
  if (url.length > mostUrl) throw new Refusal('address-too-long')
  const isTooMuch = raw.rawHeaders.length > 2 * mostHeaders || (headers.cookie?.length ?? 0) > mostCookies
  if (isTooMuch) throw new Refusal('headers-too-large')
}

/** Refuses NUL and half surrogate pairs, because the database cannot store them. */
export function refuseUnstorableText({ body, query, params }: { body?: unknown; query?: unknown; params?: unknown }) {
  if (isUnstorable(query) || isUnstorable(params) || isUnstorable(body))
    throw new Refusal('invalid', { detail: 'The input contains a character that no text can have' })
}

function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (Array.isArray(value)) return value.some(isUnstorable)
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return false
  return Object.entries(value).some(([name, held]) => isUnstorable(name) || isUnstorable(held))
}

type Parts = { query?: unknown; body?: unknown }
/** The accepted names of query parameters or body members. Null if the schema accepts any name. */
type Names = ReadonlySet<string> | null

type Refuse = (sent: Parts) => void
const refusers = new WeakMap<Endpoint, Refuse>()

export function unknownInputCheck(endpoint: Endpoint): Refuse {
  const known = refusers.get(endpoint)
  if (known) return known
  const made = makeRefuser(endpoint)
  refusers.set(endpoint, made)
  return made
}

function makeRefuser({ method, params, query, body, for: audiences, takesBytes }: Endpoint): Refuse {
  const inPath = namesIn(params)
  // Endpoints for visitors that declare no parameters accept `domain`, which names the workspace.
  const inQuery = query ? namesIn(query) : new Set(audiences.includes('visitor') ? ['domain'] : [])
  const inBody = namesIn(body)
  const lists = new Set([...(inQuery ?? [])].filter((name) => isList(memberOf(query, name))))
  const takesBody = body !== undefined

  return ({ query: sent, body: sentBody }: Parts) => {
    const fields: Record<string, string> = {}
    for (const name of unknownIn(sent, inQuery)) fields[name] = placeOfParameter(name)
    for (const name of repeatedIn(sent, inQuery))
      if (!lists.has(name)) fields[name] ??= `Send the parameter \`${name}\` once`
    if (!takesBytes && !isNothing(sentBody)) {
      if (!takesBody && !isObject(sentBody)) fields.body = noBody
      for (const name of unknownIn(sentBody, inBody)) fields[name] ??= placeOfMember(name)
    }
    const [detail] = Object.values(fields)
    if (detail) throw new Refusal('invalid', { detail, fields })
  }

  function placeOfParameter(name: string) {
    if (inBody?.has(name)) return `\`${name}\` belongs in the body of this request`
    if (inPath?.has(name)) return `\`${name}\` belongs in the path of this request`
    return `This ${method} takes no parameter \`${shortened(name)}\`. ${listed(inQuery)}`
  }

  function placeOfMember(name: string) {
    if (inQuery?.has(name)) return `\`${name}\` belongs in the address of this request, as a parameter`
    if (inPath?.has(name)) return `\`${name}\` belongs in the path of this request`
    return takesBody ? `This body takes no \`${shortened(name)}\`. ${listed(inBody)}` : noBody
  }
}

const noBody = 'This request takes no body'

/** Returns whether a GET or HEAD request has a body. Checks only the headers, because no such body is read. */
export const hasUnreadBody = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>) =>
  (method === 'GET' || method === 'HEAD') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0)

export const bodyRefusal = () => new Refusal('invalid', { detail: noBody, fields: { body: noBody } })

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An empty object counts as no body, because many clients send one. */
const isNothing = (body: unknown) => body === undefined || (isObject(body) && Object.keys(body).length === 0)

const unknownIn = (sent: unknown, known: Names): string[] =>
  known && isObject(sent) ? Object.keys(sent).filter((name) => !known.has(name)) : []

/** Endpoints that accept any name check their repeated parameters themselves. */
const repeatedIn = (sent: unknown, known: Names): string[] =>
  known && isObject(sent) ? Object.entries(sent).flatMap(([name, value]) => (Array.isArray(value) ? name : [])) : []

const mostLetters = 60
const shortened = (name: string) => (name.length > mostLetters ? `${name.slice(0, mostLetters)}…` : name)
const listed = (names: Names) => (names?.size ? `It takes ${[...names].join(', ')}.` : 'It takes none.')

function namesIn(schema: z.ZodType | undefined): Names {
  if (!schema) return new Set()
  const { type, ...def } = defOf(schema)
  if (type === 'object')
    return def.catchall && defOf(def.catchall).type !== 'never' ? null : new Set(Object.keys(def.shape!))
  if (type === 'union') {
    const each = def.options!.map(namesIn)
    return each.includes(null) ? null : new Set(each.flatMap((names) => [...names!]))
  }
  const inner = def.innerType ?? def.in
  return inner ? namesIn(inner) : null
}

/** Returns the schema of a member of an object schema. */
function memberOf(schema: z.ZodType | undefined, name: string): z.ZodType | undefined {
  if (!schema) return undefined
  const { shape, options, innerType, in: before } = defOf(schema)
  if (shape) return shape[name]
  if (options) return options.map((option) => memberOf(option, name)).find(Boolean)
  return memberOf(innerType ?? before, name)
}

/** Returns whether a schema accepts a list, so that its parameter can be repeated. */
function isList(schema: z.ZodType | undefined): boolean {
  if (!schema) return false
  const { type, options, innerType, in: before } = defOf(schema)
  return type === 'array' || (options?.some(isList) ?? isList(innerType ?? before))
}

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  options?: z.ZodType[]
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
}
const defOf = (schema: z.ZodType): Def => schema.def

/** Returns the path of an object schema that drops unknown members, or null. */
export function findDropping(schema: z.ZodType | undefined, path: string): string | null {
  if (!schema) return null
  const { type, shape = {}, catchall, options = [], element, innerType, in: before } = defOf(schema)
  if (type === 'object' && !catchall) return path
  const parts = [...Object.entries(shape), ...options.map((option) => ['', option] as const)]
  for (const inner of [element, innerType, before]) if (inner) parts.push(['', inner])
  for (const [name, part] of parts) {
    const found = findDropping(part, name ? `${path}.${name}` : path)
    if (found) return found
  }
  return null
}

/**
 * Refuses a request with an `If-Match` that contains neither `*` nor the current tag of the locked row (RFC 9110,
 * section 13.1.1: strong comparison).
 */
export function refuseStale(ifMatch: string | undefined, etag: string) {
  if (ifMatch === undefined) return
  const isMatch = ifMatch.split(',').some((tag) => ['*', etag].includes(tag.trim()))
  if (!isMatch) throw new Refusal('changed-meanwhile')
}

export function refuseCondition({ method, takesIfMatch }: Endpoint, { headers }: Pick<FastifyRequest, 'headers'>) {
  if (headers['if-match'] !== undefined && !takesIfMatch) throw new Refusal('condition-not-taken')
  const other = method === 'GET' ? undefined : others.find((name) => headers[name] !== undefined)
  if (other)
    throw new Refusal('condition-not-taken', {
      detail: `${method} takes no ${other}. Remove the header and try again.`,
    })
}

const others = ['if-none-match', 'if-unmodified-since']
