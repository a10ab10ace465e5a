import { type Endpoint, isRepeatable } from '#contract/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

export function refusalsOf(endpoint: Endpoint): Map<number, RefusalCode[]> {
  const codes = new Set([...ofEveryCall(endpoint), ...ofThing(endpoint), ...(endpoint.refusals ?? [])])
  return Map.groupBy(codes, (code): number => refusals[code].status)
}

type Condition = readonly [boolean | undefined, readonly RefusalCode[]]

/** Lists the refusals of an endpoint that come from `serve` and the server, and not from its own code. */
function ofEveryCall(endpoint: Endpoint): RefusalCode[] {
  const { method, for: audiences, body, needs, takesBytes, takesIfMatch } = endpoint
  const isForAnyone = audiences.includes('anyone')
  const isWrite = method !== 'GET'
  const conditions: Condition[] = [
    [true, ['invalid', 'cut-short', 'condition-not-taken', 'duplicate-cookie']],
    [body !== undefined, ['malformed-json']],
    [!isForAnyone, ['not-signed-in', 'key-unknown']],
    [!isForAnyone, ['not-allowed', 'wrong-workspace', 'cross-site', 'workspace-suspended']],
    [audiences.includes('key'), ['scope-missing', 'api-key-elsewhere', 'daily-calls-used-up']],
    [audiences.includes('visitor'), ['workspace-not-found']],
    [needs?.includes('service'), ['trial-not-started', 'trial-ended']],
    [isRepeatable(endpoint), ['still-at-work', 'key-reused']],
    [takesIfMatch, ['changed-meanwhile']],
    [isWrite, ['too-large', 'unsupported-media-type']],
    [takesBytes !== undefined, ['file-too-large']],
    [true, ['address-too-long', 'too-many-requests', 'headers-too-large']],
    [true, ['took-too-long', 'unavailable', 'stopping']],
  ]
  return conditions.flatMap(([isMet, codes]) => (isMet ? codes : []))
}

// Refusals by path. `absent`: for all calls, if the thing does not exist. `unchanging`: further refusals of calls that
// are not GET.
const things: [path: RegExp, absent: RefusalCode[], unchanging?: RefusalCode[]][] = [
  [/^\/api\/v1\/tickets\/:id/, ['ticket-not-found'], ['ticket-in-trash', 'ticket-closed']],
  [/\/:messageId/, ['message-not-found']],
  [
    /^\/api\/v1\/knowledge-base\/articles\/:id/,
    ['article-not-found'],
    ['article-in-trash', 'text-not-found', 'language-unknown'],
  ],
  [/^\/api\/v1\/content\/:model/, ['model-not-found']],
  [/^\/api\/v1\/content\/:model\/:id/, ['entry-not-found'], ['entry-in-trash', 'text-not-found', 'language-unknown']],
  [/^\/api\/v1\/content\/:model\/:id\/versions\/:number/, ['entry-version-not-found']],
  [/^\/api\/v1\/content-entries\/:id/, ['entry-not-found', 'model-not-found']],
  [/^\/api\/v1\/content-models\/:id/, ['model-not-found'], ['key-limited']],
  [/^\/api\/v1\/media\/:id/, ['media-not-found']],
]

function ofThing({ path, method }: Endpoint): RefusalCode[] {
  return things.flatMap(([pattern, absent, unchanging = []]) =>
    pattern.test(path) ? [...absent, ...(method === 'GET' ? [] : unchanging)] : [],
  )
}
