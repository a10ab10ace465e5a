import { z } from 'zod'
import { readEmailAddress, wrongEmail } from './email-address.ts'
import { withoutHidden } from './letters/as-line.ts'
import { hasHidden } from './letters/hidden-characters.ts'
import type { RefusalCode } from './refusals.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may ask. `anyone` needs no session and serves sign-in alone; `visitor` is nobody known, in the workspace of the
 * host or of the `domain` that the query names; `account` is a signed-in team account, even without a workspace; `team`
 * is an active member of a workspace, `admin` one with an admin role; `customer` a signed-in customer; `key` a program
 * with an API key of a workspace, where it is a management key one of the other audiences, too.
 */
export type Audience = 'anyone' | 'visitor' | 'account' | 'team' | 'admin' | 'customer' | 'key'

/** What has to be so before a call is taken: `service` wants Service to be writable, for the team and its keys. */
export type Need = 'service'

/** What a call counts as, beside the one call that it is; the limits are in `server/platform/http/limits.ts`. */
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
  /** What a key needs, one of them where there are several; said wherever `for` names keys. */
  scope?: Scope | readonly [Scope, ...Scope[]]
  /** One sentence for the reference page. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Status of success; 200 unless said. */
  status?: 200 | 201 | 202 | 204
  /** Answers 201 where it made something that was not there before. */
  mayCreate?: true
  /** Refusals that are particular to this endpoint, beside those of `server/platform/description/refusals-of.ts`. */
  refusals?: readonly RefusalCode[]
  /** What the answer is where it is no JSON. */
  answersWith?: 'text/event-stream' | 'text/csv' | 'image/*'
  /** The answer has the ETag of the thing; said where `answersEtag` cannot know. */
  hasEtag?: true
  /** An If-None-Match that fits is answered 304. */
  takesIfNoneMatch?: true
  /** Header fields that it needs, may take and answers beside those of every endpoint, each with a sentence. */
  needsHeaders?: HeaderFields
  takesHeaders?: HeaderFields
  answersHeaders?: HeaderFields
  /** Bytes of JSON taken; 256 kB unless said. */
  bodyLimit?: number
}
type Reading = {
  method: 'GET'
  counts?: Count
  needs?: readonly Need[]
  /** Pages of any origin may read it, on the host of the API alone. */
  isOpenToPages?: true
  takesBytes?: never
  takesIfMatch?: never
}
type Writing = {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  counts: Count
  needs: readonly Need[]
  /** False where an Idempotency-Key does nothing: before there is a workspace, where files come, and where nothing is kept. */
  isRepeatable?: false
  /** Its body is the bytes of files, which the endpoint reads itself. */
  takesBytes?: 'multipart/form-data' | 'application/offset+octet-stream'
  /** It changes a thing that has an ETag: with an If-Match that does not fit it is refused. All others take no If-Match. */
  takesIfMatch?: true
  isOpenToPages?: never
}

export type Endpoint = Common & (Reading | Writing)

/** The same call with the same Idempotency-Key gets the first answer. */
export const isRepeatable = (endpoint: Endpoint) => endpoint.method !== 'GET' && endpoint.isRepeatable !== false

/** A list that takes words counts as a search where it is given some. */
export const takesWords = ({ query }: Pick<Endpoint, 'query'>) => query instanceof z.ZodObject && 'q' in query.shape

export const endpoint = <const E extends Endpoint>(declared: E): E => declared

export type ParamsOf<E extends Endpoint> = E['params'] extends z.ZodType ? z.output<E['params']> : undefined
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

/** A page of a list: `next` is the cursor of the following page, null on the last. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable().describe('Cursor of the next page') })

export const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  /** One of a list in the order of texts says the beginnings of those. */
  cursor: z.string().max(6000).optional(),
}

export const Id = z.uuid('Send an id, as the API answers it in `id`. A name or a slug is none.')
/** A whole number that has room in the database. */
export const Whole = z.int().max(2_147_483_647)
/** The same of a query, where it comes as text. */
export const WholeParameter = z.coerce.number().int().max(2_147_483_647)
/** A moment, with `Z` or an offset as in RFC 3339; kept and answered in UTC. */
export const Time = z.iso
  .datetime({ offset: true, abort: true, error: 'Write a time like 2026-11-23T09:30:00Z or 2026-11-23T10:30:00+01:00' })
  .overwrite(inUtc)
  .refine((time) => /^(?!0000)\d{4}-/.test(time), 'Use a year from 1 to 9999')
  .describe('ISO 8601, answered in UTC')

function inUtc(time: string) {
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? time : new Date(ms).toISOString()
}

/** What fields were when they were read, by whoever changes them. */
export const baseOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape)
    .partial()
    .describe('What the changed fields were when you read them. One that has another value now is refused with 409.')

/** The body of a change of what several people may change, field by field. */
export const settingsBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject({ ...shape, base: baseOf(shape) }).partial()

export const Nothing = z.object({}).describe('Nothing more to say')

/** Whoever changes a thing under an If-Match is answered it with the next ETag. */
export const answersEtag = ({ hasEtag, takesIfMatch, answer }: Endpoint) =>
  hasEtag === true || (takesIfMatch === true && answer !== Nothing)

export const idParams = z.strictObject({ id: Id })
/** An address of e-mail in its one form, however it is typed. */
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

/** A trimmed line of text without control characters. What nobody sees of it is left out. */
export const line = (most: number) =>
  z
    .string()
    .overwrite(withoutHidden)
    .trim()
    .max(most, `Use at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'Control characters are not allowed')

/** An address or a part of one, in which each character counts: one that nobody sees is refused. */
export const visible = () => z.string().refine((text) => !hasHidden(text.trim()), hiddenInAddress)
const hiddenInAddress = 'There are characters in it that cannot be seen. Type it anew.'
