import type { Audience, Endpoint } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { newKey } from '#test/new-key.ts'
import { acme, app, newAccount } from '#test/world.ts'

/** Lists all endpoints of the running server, so that new endpoints are included. */
const namedEndpoints = app.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/**
 * For each audience, a token and the audiences to which its owner also belongs. A new audience without an entry does
 * not compile.
 */
const people: Record<Audience, { token: string | null; countsAs: Audience[] }> = {
  anyone: { token: null, countsAs: ['anyone', 'visitor'] },
  visitor: { token: null, countsAs: ['anyone', 'visitor'] },
  account: { token: (await newAccount()).token, countsAs: ['account'] },
  team: { token: acme.agent.token, countsAs: ['account', 'team'] },
  admin: { token: acme.admin.token, countsAs: ['account', 'team', 'admin'] },
  customer: { token: acme.customer.token, countsAs: ['customer'] },
  // A management key acts for its creator, but only on endpoints that accept keys.
  key: { token: await newKey(acme, namesOfScopes), countsAs: ['key'] },
}
const audiences = Object.keys(people) as Audience[]

/** Returns whether an endpoint answers everyone, so that the sign-in does not matter. */
const isPublic = ({ for: whom }: Endpoint) => whom.every((audience) => audience === 'anyone' || audience === 'visitor')
export const closedEndpoints = namedEndpoints.filter(([, endpoint]) => !isPublic(endpoint))

/** Pairs each closed endpoint with each audience that the endpoint refuses. A null token means no sign-in. */
export const strangers = closedEndpoints.flatMap(([name, endpoint]) =>
  audiences
    .filter((audience) => !people[audience].countsAs.some((counted) => endpoint.for.includes(counted)))
    .map((audience) => [`${name} as ${audience}`, { endpoint, token: people[audience].token }] as const),
)
