import type { Endpoint } from '#contract/endpoint.ts'
import { operationNames } from '#contract/names.ts'
import { conditionsOf } from '#server/platform/description/catalog.ts'

const head = `# Endpoints

What each endpoint asks of its callers. This page is written by \`npm run admin -- write-types\` from the contract. The server does not start if
the declaration of an endpoint is incomplete. [Authentication](api/authentication.md#who-can-call-an-endpoint) explains the words of this table, and
[Limits](api/limits.md) what a call counts as. \`Operation\` is the \`operationId\` in \`/api/openapi.json\`, which
[generated clients](api/clients.md) use as the name of the call. \`/api/openapi.json\` also lists the errors of each operation.

| Endpoint | Operation | For | Scope of a key | Needs | Counts as | Idempotency-Key | If-Match |
|---|---|---|---|---|---|---|---|
`

export function describeEndpoints(endpoints: Endpoint[]): string {
  const rows = endpoints.map((endpoint) => {
    const { scope, needs, counts, repeatable, condition, ...conditions } = conditionsOf(endpoint)
    const name = `\`${endpoint.method} ${endpoint.path}\``
    return {
      path: endpoint.path,
      row: [name, operationNames.get(endpoint) ?? '-', conditions.for, scope, needs, counts, repeatable, condition],
    }
  })
  rows.sort((a, b) => compare(a.path, b.path) || compare(a.row[0]!, b.row[0]!))
  return head + rows.map(({ row }) => `| ${row.join(' | ')} |\n`).join('')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
