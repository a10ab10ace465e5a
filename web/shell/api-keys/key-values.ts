import type { ApiKey } from '#contract/workspace/api-keys.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import { numberOrNull } from '#web/lib/words/number-in.ts'
import type { Tone } from '#web/ui/mark/pill.tsx'

export type ModelChoice = { id: string; name: string }

/** The form values of an API key. With `end: 'kept'`, the key keeps its expiry date. */
export type KeyValues = {
  name: string
  end: End
  calls: string
  networks: string
  models: ApiKey['models']
  scopes: ChosenScope[]
}
export type End = keyof typeof endDays | 'never' | 'kept'

const endDays = { '30': 30, '90': 90, '365': 365 } as const
const dayMs = 24 * 3600_000

export const emptyValues: KeyValues = { name: '', end: '365', calls: '', networks: '', models: 'all', scopes: [] }

export const valuesOf = ({ name, dailyCalls, networks, models, scopes }: ApiKey): KeyValues => ({
  ...{ name, models, scopes, end: 'kept', calls: dailyCalls === null ? '' : String(dailyCalls) },
  networks: networks?.join(', ') ?? '',
})

/** Returns the request body for a new key. `models` is empty if the key has no content scopes. */
export const sentOf = ({ scopes, ...values }: KeyValues, kind: Kind, now = Date.now()) => ({
  ...{ ...changedOf(values, now), name: values.name, kind },
  models: isOfContent(kind, scopes) ? values.models : [],
  ...(kind === 'management' && { scopes }),
})

export function changedOf({ end, calls, networks, ...others }: Partial<KeyValues>, now = Date.now()) {
  const from = networks?.split(/[\s,;]+/).filter(Boolean)
  return {
    ...others,
    ...(calls !== undefined && { dailyCalls: numberOrNull(calls) }),
    ...(from && { networks: from.length > 0 ? from : null }),
    ...(end && end !== 'kept' && { expiresAt: endAt(end, now) }),
  }
}

const endAt = (end: Exclude<End, 'kept'>, now: number) =>
  end === 'never' ? null : new Date(now + endDays[end] * dayMs).toISOString()

const mostCalls = 1_000_000_000

export function faultsIn({ name, calls, models, scopes }: KeyValues, kind: Kind): Record<string, string> | undefined {
  const isCount = /^\d+$/.test(calls.trim()) && Number(calls) >= 1 && Number(calls) <= mostCalls
  const faults = {
    ...(name.trim() === '' && { name: 'Enter a name' }),
    ...(calls.trim() !== '' &&
      !isCount && { dailyCalls: 'Enter a whole number from 1 to 1000000000, or leave it empty' }),
    ...(kind === 'management' && scopes.length === 0 && { scopes: 'Choose at least one permission' }),
    ...(models.length === 0 && isOfContent(kind, scopes) && { models: 'Choose a model' }),
  }
  return Object.keys(faults).length > 0 ? faults : undefined
}

export type Kind = ApiKey['kind']
export type ChosenScope = ApiKey['scopes'][number]

export const kindNames: Record<Kind, string> = { delivery: 'Delivery', preview: 'Preview', management: 'Management' }

export const kindChoices = [
  { value: 'delivery', label: 'Delivery', description: 'Reads published content. For sites and apps.' },
  { value: 'preview', label: 'Preview', description: 'Reads published content and drafts. For internal previews.' },
  {
    value: 'management',
    label: 'Management',
    description: 'Acts in your name, with your current rights. For imports, scripts and other services.',
  },
] as const

export const scopeGroups: {
  room: string
  scopes: Partial<Record<ChosenScope, { label: string; description?: string }>>
}[] = [
  {
    room: 'Tickets',
    scopes: {
      'tickets:read': { label: 'Read tickets', description: 'With messages, history and files' },
      'tickets:create': { label: 'Create tickets', description: 'For requests of customers. Sends no mail.' },
      'tickets:write': {
        label: 'Create and change tickets, and reply',
        description: 'Replies are sent by mail, in your name.',
      },
    },
  },
  {
    room: 'Customers and team',
    scopes: {
      'customers:read': { label: 'Read customers' },
      'customers:write': { label: 'Create and change customers', description: 'With their e-mail addresses' },
      'members:read': { label: 'Read team members' },
    },
  },
  {
    room: 'Knowledge base',
    scopes: {
      'knowledge-base:read': {
        label: 'Read the knowledge base',
        description: 'Including drafts, feedback and reports',
      },
      'knowledge-base:write': { label: 'Write and publish the knowledge base' },
    },
  },
  {
    room: 'Content',
    scopes: {
      'content:read': { label: 'Read content', description: 'Including drafts, models and media' },
      'content:write': { label: 'Write drafts and media' },
      'content:publish': { label: 'Publish and unpublish entries' },
      'content-models:write': { label: 'Change models' },
    },
  },
]

const labelOf = (scope: ChosenScope) => scopeGroups.flatMap((group) => group.scopes[scope]?.label ?? [])

export const isOfContent = (kind: Kind, scopes: ChosenScope[]) =>
  kind !== 'management' || scopes.some((scope) => scope.startsWith('content'))

export const oldScopesWarning =
  'This key was created before content had its own scopes, so it can also read, write and publish content. Change the key and keep only the scopes that its program needs.'

export const stateNames: Record<Exclude<ApiKey['state'], 'live'>, { name: string; tone: Tone }> = {
  expired: { name: 'Expired', tone: 'amber' },
  revoked: { name: 'Revoked', tone: 'grey' },
  'without-maker': { name: 'Creator left', tone: 'red' },
}

export function reachOf(key: ApiKey, choices: ModelChoice[]): string {
  const { kind, scopes, networks } = key
  const content = isOfContent(kind, scopes) ? [contentOf(key, choices)] : []
  const from = networks ? [`Only from ${networks.join(', ')}`] : []
  return [...scopes.flatMap(labelOf), ...content, ...from].join(' · ')
}

function contentOf({ models }: ApiKey, choices: ModelChoice[]): string {
  if (models === 'all') return 'All content'
  if (models.length === 0) return 'No content'
  const known = models.map((id) => choices.find((one) => one.id === id)?.name).filter((name) => name !== undefined)
  return `Content of ${known.length === models.length ? known.join(', ') : plural(models.length, 'model')}`
}

export const usedToday = ({ callsToday, dailyCalls }: ApiKey) =>
  dailyCalls === null
    ? `${plural(callsToday, 'call')} today`
    : `${formatCount(callsToday)} of ${plural(dailyCalls, 'call')} today`
