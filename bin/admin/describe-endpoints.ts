import type { Endpoint } from '#contract/endpoint.ts'
import { conditionsOf } from '#server/platform/http/description/catalog.ts'

const head = `# Endpoints

Written by \`npm run admin -- write-types\` from the contract: what each endpoint asks of its callers. \`serve\` keeps it, and
the server does not start with an endpoint that leaves something out. The words are explained in [api.md](api.md).

| Endpoint | For | Scope of a key | Needs | Counts as | Idempotency-Key |
|---|---|---|---|---|---|
`

/** The page that shows for every endpoint whom it is for, what it needs and what a call of it counts as. */
export function describeEndpoints(endpoints: Endpoint[]): string {
  const rows = endpoints.map((endpoint) => {
    const { scope, needs, counts, repeatable, ...conditions } = conditionsOf(endpoint)
    const name = `\`${endpoint.method} ${endpoint.path}\``
    return { path: endpoint.path, row: [name, conditions.for, scope, needs, counts, repeatable] }
  })
  rows.sort((a, b) => compare(a.path, b.path) || compare(a.row[0]!, b.row[0]!))
  return head + rows.map(({ row }) => `| ${row.join(' | ')} |\n`).join('')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
