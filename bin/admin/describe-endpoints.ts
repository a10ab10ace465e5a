import type { Endpoint } from '#contract/endpoint.ts'
import { eventsForKeys } from '#contract/live/events.ts'
import { operationNames } from '#contract/names.ts'
import { chosenScopes, kindScopes } from '#contract/scopes.ts'
import { conditionsOf } from '#server/platform/description/catalog.ts'
import { byteLimits } from '#server/platform/http/input/spend-bytes.ts'
import { countedLimits, limits, limitsAtOnce } from '#server/platform/http/limits.ts'
import { describeQuotas } from './describe-quotas.ts'
import { drawPart } from './draw-part.ts'

const head = `# Endpoints

Written by \`npm run admin -- write-types\` from the contract: what each endpoint asks of its callers. \`serve\` keeps it, and
the server does not start with an endpoint that leaves something out. The words are explained in [api.md](api.md). \`Operation\` is
the \`operationId\` in \`/api/openapi.json\`, which generated clients use as the name of the call. [api.md](api.md#clients) shows how to generate a
client. \`/api/openapi.json\` also lists the errors of each operation.

| Endpoint | Operation | For | Scope of a key | Needs | Counts as | Idempotency-Key | If-Match |
|---|---|---|---|---|---|---|---|
`

/** The page with the audience, needs and limits of every endpoint. */
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
  return (
    head +
    rows.map(({ row }) => `| ${row.join(' | ')} |\n`).join('') +
    describeLimits() +
    describeQuotas() +
    describeEvents()
  )
}

const describeLimits = () => {
  const calls = [...Object.values(limits), ...Object.values(countedLimits)].map(({ name, most, perMs, of, counts }) => [
    ...[`\`${name}\``, most.toLocaleString('en'), timeOf(perMs)],
    ...[of === 'caller' ? 'session or key; network without one' : of, counts],
  ])
  const bytes = Object.values(byteLimits).flatMap((kinds) =>
    Object.values(kinds).flatMap((kept) =>
      Object.entries(kept).map(([of, { name, most, perMs }]) => [
        ...[`\`${name}\``, `${(most / 1_000_000).toLocaleString('en')} MB`, timeOf(perMs), of, 'Bytes that are kept'],
      ]),
    ),
  )
  const atOnce = Object.values(limitsAtOnce).map(({ name, most, of, counts }) => [
    ...[`\`${name}\``, most.toLocaleString('en'), 'process, at once', of, counts],
  ])
  return limitsHead + [...calls, ...bytes, ...atOnce].map((row) => `| ${row.join(' | ')} |\n`).join('')
}

const timeOf = (ms: number) => (ms === 60_000 ? 'minute' : ms === 3_600_000 ? 'hour' : 'day')

const limitsHead = `
## Limits

A call counts for several of these. Each answer names the one with the fewest calls left, and a 429 the one that is used up:
\`RateLimit: "write";r=118;t=42\` says that 118 are left for 42 seconds, \`RateLimit-Policy: "write";q=120;w=60\` that there are 120
in 60 seconds (draft-ietf-httpapi-ratelimit-headers). An API key may have a budget of calls a day beside that (\`dailyCalls\`).

| Name | At most | In a | Of a | What counts |
|---|---|---|---|---|
`

const describeEvents = () => `
## Live events

The events that a key with \`tickets:read\` receives on \`GET /api/v1/events\`. The subject of \`mail.suspended\` is an \`inbound-mail\`
(\`GET /api/v1/suspended-mails\`), and the subject of all others is a \`ticket\`.

${eventsForKeys.map((type) => `- \`${type}\`\n`).join('')}`

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** docs/api.md with the scopes of the contract. */
export function drawScopes(page: string): string {
  const rows = Object.entries({ ...chosenScopes, ...kindScopes }).map(
    ([scope, words]) => `| \`${scope}\` | ${words} |\n`,
  )
  return drawPart(page, 'scopes', `| Scope | Opens |\n|---|---|\n${rows.join('')}`)
}
