import { z } from 'zod'
import { endpoint, Id, idParams, line, Nothing, pageOf, paging, settingsBody, Time } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'

/** Maximum number of API keys that are not revoked. A workspace that already had more keys keeps them. */
export const mostKeys = 50
export const lifeDays = 365

export const apiKeyRefusals = {
  'api-key-not-found': { status: 404, text: 'This API key does not exist' },
  'api-key-revoked': { status: 409, text: 'This API key was revoked. Create a new one.' },
  'too-many-api-keys': {
    status: 409,
    text: `A workspace has at most ${mostKeys} API keys. Revoke an unused one first.`,
  },
  'api-key-elsewhere': { status: 403, text: 'This API key cannot be used from this IP address' },
  'key-limited': { status: 403, text: 'This API key is limited to some models. Use a key for all models.' },
  'daily-calls-used-up': {
    status: 429,
    text: 'This API key has reached its daily limit of calls. The limit resets at midnight UTC.',
  },
} as const

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
  .min(1, 'Enter an IP address or network')
  .max(20, 'Enter at most 20 IP addresses or networks')
  .refine(
    (all) => all.every((one) => Network.safeParse(one).success),
    'Enter IP addresses or networks like 203.0.113.0/24 or 2001:db8::/32',
  )
  .nullable()
  .describe('The IP addresses and networks that can use the key; null: all')

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(keyKinds),
  hint: z.string().describe('The last characters of the secret'),
  models: z.union([z.literal('all'), z.array(Id)]),
  scopes: z.array(z.enum(namesOfScopes)).describe('Scopes of a management key. Other keys have none'),
  isWide: z
    .boolean()
    .describe(
      'Whether the management key is older than separate scopes. Such a key keeps all its rights, listed in `scopes`. Send fewer `scopes` to limit the key.',
    ),
  state: z
    .enum(['live', 'expired', 'revoked', 'without-maker'])
    .describe('`without-maker`: the creator of this management key is no longer an active member'),
  createdBy: Person,
  createdAt: Time,
  expiresAt: Time.nullable(),
  dailyCalls: z.int().nullable(),
  networks: z.array(z.string()).nullable(),
  callsToday: z.int(),
  lastUsedAt: Time.nullable().describe('Accurate to five minutes'),
  revokedAt: Time.nullable(),
  revokedBy: Person.nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

const path = '/api/v1/api-keys'
const writesKey = { path: `${path}/:id`, for: ['admin'], counts: 'write', needs: [], params: idParams } as const

export const listApiKeys = endpoint({
  method: 'GET',
  path,
  for: ['admin'],
  summary: 'API keys of the workspace without their secrets, newest first',
  query: z.strictObject({
    ...paging,
    revoked: z.stringbool().default(false).describe('`true`: only keys revoked in the last 90 days'),
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
  summary: 'Creates an API key. The secret is returned only here',
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
  answer: ApiKey.extend({
    secret: z.string().describe('For the header `Authorization: Bearer`. It cannot be read again'),
  }),
  refusals: ['too-many-api-keys', 'model-not-found'],
})

export const changeApiKey = endpoint({
  ...writesKey,
  method: 'PATCH',
  summary: 'Changes an API key. Scopes can be removed, but not added',
  body: settingsBody({ name, models: Models, scopes: Scopes, expiresAt, dailyCalls, networks }),
  answer: ApiKey,
  refusals: ['api-key-not-found', 'api-key-revoked', 'model-not-found', 'conflict'],
})

export const revokeApiKey = endpoint({
  ...writesKey,
  method: 'DELETE',
  summary: 'Revokes an API key permanently. It takes effect within a second',
  answer: Nothing,
  refusals: ['api-key-not-found'],
})
