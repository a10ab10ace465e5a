import { type Endpoint, isRepeatable, takesWords } from '#contract/endpoint.ts'

export type Conditions = {
  for: string
  scope: string
  needs: string
  counts: string
  repeatable: string
  condition: string
}

export function conditionsOf(endpoint: Endpoint): Conditions {
  const { scope, needs = [], counts } = endpoint
  return {
    for: endpoint.for.join(', '),
    scope: [scope ?? '-'].flat().join(' or '),
    needs: needs.join(', ') || '-',
    counts: counts ? `call, ${counts}${takesWords(endpoint) ? ' with words' : ''}` : 'call',
    repeatable: isRepeatable(endpoint) ? 'by key' : '-',
    condition: endpoint.takesIfMatch ? 'taken' : '-',
  }
}

export function describeConditions(endpoint: Endpoint): string {
  const { scope, needs, counts, repeatable, condition, ...conditions } = conditionsOf(endpoint)
  const sentences = [
    `For: ${conditions.for}.`,
    scope !== '-' && `Scope of a key: ${scope}.`,
    needs !== '-' && `Needs: ${needs}.`,
    `Counts as: ${counts}.`,
    repeatable !== '-' && 'Takes an Idempotency-Key.',
    condition !== '-' && 'Takes an If-Match.',
  ]
  return sentences.filter(Boolean).join(' ')
}
