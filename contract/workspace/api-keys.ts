import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, pageOf, paging, settingsBody, Time } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'

/** Of a workspace that has more from before nobody takes any. */
export const mostKeys = 50
/** How long a key opens something where nothing is said of its end. */
export const lifeDays = 365

export const apiKeyRefusals = {
  'api-key-not-found': { status: 404, text: 'There is no such API key' },
  'api-key-revoked': { status: 409, text: 'This API key was revoked, which is for good. Make a new one.' },
  'too-many-api-keys': {
    status: 409,
    text: `A workspace has at most ${mostKeys} API keys. Revoke one that nobody uses.`,
  },
  'api-key-elsewhere': { status: 403, text: 'This API key is not taken from the network of this call' },
  'key-limited': { status: 403, text: 'This API key is limited to some models. Use one for all models.' },
  'daily-calls-used-up': { status: 429, text: 'This API key has used up its calls of today (UTC)' },
} as const

/** What a key of each kind is for. The words stand in the docs. */
export const kindsOfKeys = {
  delivery: 'Reads published content. It belongs to the workspace and keeps working when its creator leaves.',
  preview: 'Reads published content and drafts. It belongs to the workspace and keeps working when its creator leaves.',
  management: 'Acts as its creator, with their current rights, within its scopes.',
} as const
export const keyKinds = ['delivery', 'preview', 'management'] as const satisfies (keyof typeof kindsOfKeys)[]
export type KeyKind = (typeof keyKinds)[number]

const Scopes = z.array(z.enum(namesOfScopes)).max(namesOfScopes.length)
const Person = z.object({ id: Id, name: z.string() })
const Models = z
  .union([z.literal('all'), z.array(Id).max(200)])
  .describe(
    'The content models that the key can access, by id. `all` includes future models. Only management keys can have an empty list.',
  )
const name = line(120).min(1, 'Enter a name')
const expiresAt = Time.nullable().describe('When the key expires; null: never')
const dailyCalls = z
  .int()
  .min(1)
  .max(1_000_000_000)
  .nullable()
  .describe(
    'The limit of calls per day (UTC). With several servers it takes effect within a few seconds; null: no limit',
  )

const Network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])
const networks = z
  .array(z.string().trim().max(50))
  .min(1, 'Name a network')
  .max(20, 'Name at most 20 networks')
  .refine(
    (all) => all.every((one) => Network.safeParse(one).success),
    'Write networks like 203.0.113.0/24 or 2001:db8::/32',
  )
  .nullable()
  .describe('The IP addresses and networks that can use the key; null: all')

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(keyKinds),
  hint: z.string().describe('How its secret ends'),
  models: z.union([z.literal('all'), z.array(Id)]),
  scopes: z.array(z.enum(namesOfScopes)).describe('What a management key may do; of other keys their kind says it'),
  isWide: z
    .boolean()
    .describe(
      'A management key made before scopes were named one by one. It keeps all that it could: `scopes` names it. Send fewer `scopes` to narrow it.',
    ),
  state: z
    .enum(['live', 'expired', 'revoked', 'without-maker'])
    .describe('`without-maker`: whoever made this management key is no active member now'),
  createdBy: Person,
  createdAt: Time,
  expiresAt: Time.nullable(),
  dailyCalls: z.int().nullable(),
  networks: z.array(z.string()).nullable(),
  callsToday: z.int(),
  lastUsedAt: Time.nullable().describe('To within five minutes'),
  revokedAt: Time.nullable(),
  revokedBy: Person.nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

const path = '/api/v1/api-keys'

export const listApiKeys = endpoint({
  method: 'GET',
  path,
  for: ['admin'],
  summary: 'The API keys of the workspace, the newest first, without their secrets',
  query: z.strictObject({
    ...paging,
    revoked: z.stringbool().default(false).describe('Those revoked in the last 90 days, in place of the others'),
  }),
  answer: pageOf(ApiKey),
})

export const createApiKey = endpoint({
  method: 'POST',
  path,
  for: ['admin'],
  counts: 'api-key',
  needs: [],
  isRepeatable: false,
  summary: 'Makes an API key and tells its secret, this once',
  status: 201,
  body: z.strictObject({
    name,
    kind: z.enum(keyKinds),
    models: Models.default('all'),
    scopes: Scopes.optional().describe('What a management key can do; by default only content'),
    expiresAt: expiresAt.optional().describe(`When the key expires; null: never; by default in ${lifeDays} days`),
    dailyCalls: dailyCalls.default(null),
    networks: networks.default(null),
  }),
  answer: ApiKey.extend({ secret: z.string().describe('Goes into `Authorization: Bearer`; nobody can read it again') }),
  refusals: ['too-many-api-keys', 'model-not-found'],
})

export const changeApiKey = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Changes what is said of an API key. Scopes can be taken from it, and none are added.',
  params: idParams,
  body: settingsBody({ name, models: Models, scopes: Scopes, expiresAt, dailyCalls, networks }),
  answer: ApiKey,
  refusals: ['api-key-not-found', 'api-key-revoked', 'model-not-found', 'conflict'],
})

export const revokeApiKey = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Revokes an API key for good: within a second it opens nothing',
  params: idParams,
  answer: Nothing,
  refusals: ['api-key-not-found'],
})
