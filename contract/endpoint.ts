import { z } from 'zod'

/**
 * Who may ask. `anyone` needs no session; `account` is a signed-in team account, even without a workspace;
 * `team` is an active member of a workspace, `admin` one with an admin role; `customer` a signed-in customer.
 */
export type Audience = 'anyone' | 'account' | 'team' | 'admin' | 'customer'

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  for: readonly [Audience, ...Audience[]]
  /** One sentence for the reference page. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Status of success; 200 unless said. */
  status?: 200 | 201 | 202
  /** Refusals that are particular to this endpoint, for the reference page. */
  refusals?: readonly string[]
  /** Bytes of JSON taken; 256 kB unless said. */
  bodyLimit?: number
  /** Set where a lookup may be asked very often and says nothing of any one person. */
  limit?: 'sign-in' | 'search' | 'write'
}

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
  cursor: z.string().max(500).optional(),
}

export const Id = z.uuid()
export const Time = z.iso.datetime().describe('ISO 8601, UTC')
export const Nothing = z.object({}).describe('Nothing more to say')

export const idParams = z.strictObject({ id: Id })
/** A trimmed line of text without control characters. */
export const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'Control characters are not allowed')
