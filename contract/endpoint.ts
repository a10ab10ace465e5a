import { z } from 'zod'
import { readEmailAddress, wrongEmail } from './email-address.ts'
import { withoutHidden } from './letters/as-line.ts'
import { hasHidden } from './letters/hidden-characters.ts'
import type { RefusalCode } from './refusals.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call an endpoint. `anyone`: without a session, only for sign-in. `visitor`: without a session, to read in the
 * workspace of the host or of the query parameter `domain`. `account`: a signed-in team account, even without a
 * workspace. `team`: an active member. `admin`: a member with an admin role. `customer`: a signed-in customer. `key`: a
 * program with an API key. A management key has the rights of its creator. If an endpoint lists other audiences besides
 * `key`, the creator must be in one of them.
 */
export type Audience = 'anyone' | 'visitor' | 'account' | 'team' | 'admin' | 'customer' | 'key'

/**
 * A condition for a call. `service`: the trial or plan of the workspace must allow changes in Service. The condition
 * applies to the team and its keys.
 */
export type Need = 'service'

/** The rate limit that a call counts for, in addition to the general limits; see `server/platform/http/limits.ts`. */
export type Count =
  | 'write'
  | 'upload-part'
  | 'search'
  | 'conversion'
  | 'import-reading'
  | 'draft'
  | 'seen'
  | 'presence'
  | 'ticket-changes'
  | 'invitation'
  | 'link-check'
  | 'api-key'
  | 'sign-in'
  | 'delivery'

type HeaderFields = Readonly<Record<string, string>>

type Common = {
  path: string
  for: readonly [Audience, ...Audience[]]
  /** The scope that a key needs. In a list, any one of the scopes is enough. Required if `for` contains `key`. */
  scope?: Scope | readonly [Scope, ...Scope[]]
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  status?: 200 | 201 | 202 | 204
  mayCreate?: true
  refusals?: readonly RefusalCode[]
  answersWith?: 'text/event-stream' | 'text/csv' | 'image/*'
  hasEtag?: true
  takesIfNoneMatch?: true
  /**
   * Headers that a request must have, headers that it may have, and headers of the answer. Maps each name to its
   * description. Leaves out headers that every endpoint has.
   */
  needsHeaders?: HeaderFields
  takesHeaders?: HeaderFields
  answersHeaders?: HeaderFields
  bodyLimit?: number
  /** Pages of any origin may make the call and read the answer, but only on the API host, without cookies. */
  isOpenToPages?: true
}
type Reading = {
  method: 'GET'
  counts?: Count
  needs?: readonly Need[]
  takesBytes?: never
  takesIfMatch?: never
}
type Writing = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  counts: Count
  needs: readonly Need[]
  /**
   * False if an Idempotency-Key has no effect, for example because the call uploads bytes, stores nothing or comes
   * before a workspace exists.
   */
  isRepeatable?: false
  takesBytes?: 'multipart/form-data' | 'application/offset+octet-stream'
  /** The endpoint changes something with an ETag and checks If-Match. Other endpoints refuse If-Match. */
  takesIfMatch?: true
}

export type Endpoint = Common & (Reading | Writing)

export const isRepeatable = (endpoint: Endpoint) => endpoint.method !== 'GET' && endpoint.isRepeatable !== false

export const takesWords = ({ query }: Pick<Endpoint, 'query'>) => query instanceof z.ZodObject && 'q' in query.shape

export const endpoint = <const E extends Endpoint>(declared: E): E => declared

export type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodType ? z.output<E['params']> : undefined
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable().describe('`cursor` of the next page; null at the end') })

export const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  /** Long, because the cursor of a list in text order contains the beginning of a text. */
  cursor: z.string().max(6000).optional(),
}

export const Id = z.uuid('Send an `id` from an answer of the API, not a name or a slug.')
/** An integer up to the maximum of PostgreSQL's type `integer`. */
export const Whole = z.int().max(2_147_483_647)
export const WholeParameter = z.coerce.number().int().max(2_147_483_647)
/** A moment with `Z` or an offset as in RFC 3339; stored and answered in UTC. */
export const Time = z.iso
  .datetime({ offset: true, abort: true, error: 'Write a time like 2026-11-23T09:30:00Z or 2026-11-23T10:30:00+01:00' })
  .overwrite(inUtc)
  .refine((time) => /^(?!0000)\d{4}-/.test(time), 'Use a year from 1 to 9999')
  .describe('ISO 8601, answered in UTC')

// Does not parse a time like `2026-11-23T09:30:00.000Z`, because this form is already in UTC. A page of tickets
// contains hundreds of such times.
function inUtc(time: string) {
  if (time.length === 24 && time.endsWith('Z')) return time
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? time : new Date(ms).toISOString()
}

export const baseOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .partial()
    .describe(
      'The former values of the changed fields, as you read them. If one has another value now, the change is refused with 409.',
    )

export const settingsBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, base: baseOf(shape) }).partial()

export const Nothing = z.object({}).describe('An empty object')

/** Whether an answer has an ETag. An endpoint that takes If-Match returns the new ETag if its answer has a body. */
export const answersEtag = ({ hasEtag, takesIfMatch, answer }: Endpoint) =>
  hasEtag === true || (takesIfMatch === true && answer !== Nothing)

export const idParams = z.strictObject({ id: Id })
export const EmailAddress = z
  .string()
  .meta({ format: 'email' })
  .transform((typed, context) => {
    const address = readEmailAddress(typed)
    if (address) return address
    context.addIssue({ code: 'custom', message: wrongEmail })
    return z.NEVER
  })
  .describe('An e-mail address')

/** A trimmed line of text without control characters. Invisible characters are removed. */
export const line = (most: number) =>
  z
    .string()
    .overwrite(withoutHidden)
    .trim()
    .max(most, `Use at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed')

/** A trimmed text of several lines without other control characters. Invisible characters are removed. */
export const lines = (most: number) =>
  z
    .string()
    .overwrite((text) => withoutHidden(text).trim())
    .max(most, `Use at most ${most.toLocaleString('en')} characters`)
    .regex(/^\P{Cc}*(?:[\n\r\t]\P{Cc}*)*$/u, 'Control characters are not allowed')

/** A text in which every character matters, such as an address. Refuses invisible characters. */
export const visible = () => z.string().refine((text) => !hasHidden(text.trim()), hiddenInAddress)
const hiddenInAddress = 'This text contains invisible characters. Type it instead of pasting it.'
