import type { Audience, Endpoint } from '#contract/endpoint.ts'
import { namesOfScopes } from '#contract/scopes.ts'
import { newKey } from '#test/new-key.ts'
import { acme, app, newAccount } from '#test/world.ts'

/** Every endpoint there is, from the server's own routes: a new one joins by itself. */
const namedEndpoints = app.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

/** Somebody of Acme for each audience, and for whom else they count. A new audience has to join before this compiles. */
const people: Record<Audience, { token: string | null; countsAs: Audience[] }> = {
  anyone: { token: null, countsAs: ['anyone', 'visitor'] },
  visitor: { token: null, countsAs: ['anyone', 'visitor'] },
  account: { token: (await newAccount()).token, countsAs: ['account'] },
  team: { token: acme.agent.token, countsAs: ['account', 'team'] },
  admin: { token: acme.admin.token, countsAs: ['account', 'team', 'admin'] },
  customer: { token: acme.customer.token, countsAs: ['customer'] },
  // A management key is its maker, but only where keys are meant.
  key: { token: await newKey(acme, namesOfScopes), countsAs: ['key'] },
}
const audiences = Object.keys(people) as Audience[]

/** Where anybody is answered it does not matter who signed in. */
const isPublic = ({ for: whom }: Endpoint) => whom.every((audience) => audience === 'anyone' || audience === 'visitor')
export const closedEndpoints = namedEndpoints.filter(([, endpoint]) => !isPublic(endpoint))

/** Each closed endpoint with each person whom it is not for; a token that is null is nobody's. */
export const strangers = closedEndpoints.flatMap(([name, endpoint]) =>
  audiences
    .filter((audience) => !people[audience].countsAs.some((counted) => endpoint.for.includes(counted)))
    .map((audience) => [`${name} as ${audience}`, { endpoint, token: people[audience].token }] as const),
)
