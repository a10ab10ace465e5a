import { type Endpoint, isRepeatable } from '#contract/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/refusals.ts'

/** What stands at an address, and is not there for everybody. */
const things: [RegExp, RefusalCode[]][] = [
  [/^\/api\/v1\/tickets\/:id/, ['ticket-not-found', 'ticket-in-trash', 'ticket-closed']],
  [/\/:messageId/, ['message-not-found']],
  [/^\/api\/v1\/knowledge-base\/articles\/:id/, ['article-not-found']],
  [/^\/api\/v1\/content\/:model/, ['model-not-found', 'entry-not-found', 'key-limited']],
  [/^\/api\/v1\/content-entries\/:id/, ['entry-not-found', 'model-not-found']],
  [/^\/api\/v1\/content-models\/:id/, ['model-not-found', 'key-limited']],
  [/^\/api\/v1\/media\/:id/, ['media-not-found']],
]

/** Every code with which an endpoint may refuse, its own among them, by the status of the answer. */
export function refusalsOf(endpoint: Endpoint): Map<number, RefusalCode[]> {
  const codes = new Set([...generalCodes(endpoint), ...(endpoint.refusals ?? [])])
  for (const [path, ofThing] of things) if (path.test(endpoint.path)) for (const code of ofThing) codes.add(code)
  return Map.groupBy(codes, (code) => refusals[code].status as number)
}

function generalCodes(endpoint: Endpoint): RefusalCode[] {
  const { method, for: audiences, body, needs, takesBytes, takesIfMatch } = endpoint
  const isWrite = method !== 'GET'
  const isAnonymous = audiences.every((audience) => audience === 'anyone')
  return [
    ...(['invalid', 'cut-short', 'condition-not-taken', 'duplicate-cookie'] as const),
    ...(body ? (['malformed-json'] as const) : []),
    ...(isAnonymous ? [] : (['not-signed-in', 'key-unknown', 'not-allowed', 'wrong-workspace', 'cross-site'] as const)),
    ...(audiences.includes('key') ? (['api-key-elsewhere', 'daily-calls-used-up'] as const) : []),
    ...(audiences.includes('visitor') ? (['workspace-not-found'] as const) : []),
    ...(needs?.includes('service') ? (['trial-not-started', 'trial-ended'] as const) : []),
    ...(isRepeatable(endpoint) ? (['still-at-work', 'key-reused'] as const) : []),
    ...(takesIfMatch ? (['changed-meanwhile'] as const) : []),
    ...(isWrite ? (['too-large', 'unsupported-media-type'] as const) : []),
    ...(takesBytes ? (['file-too-large'] as const) : []),
    ...(['address-too-long', 'too-many-requests', 'headers-too-large'] as const),
    ...(['took-too-long', 'unavailable', 'stopping'] as const),
  ]
}
