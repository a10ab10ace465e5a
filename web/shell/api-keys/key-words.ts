import type { ApiKey } from '#contract/workspace/api-keys.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import type { Tone } from '#web/ui/mark/pill.tsx'
import type { ModelChoice } from './key-values.ts'

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

/** Room by room, what reads before what writes. */
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

const scopeNames = Object.assign({}, ...scopeGroups.map(({ scopes }) => scopes)) as Record<
  ChosenScope,
  { label: string }
>

/** Whether the models that a key is limited to matter to it. */
export const isOfContent = (kind: Kind, scopes: ChosenScope[]) =>
  kind !== 'management' || scopes.some((scope) => scope.startsWith('content'))

/** What to do about a key that was made before its scopes were named one by one. */
export const wideWords =
  'Created before scopes were separate, so it can also read, write and publish content. Edit it and keep only the scopes that its program needs.'

export const stateNames: Record<Exclude<ApiKey['state'], 'live'>, { name: string; tone: Tone }> = {
  expired: { name: 'Expired', tone: 'amber' },
  revoked: { name: 'Revoked', tone: 'grey' },
  'without-maker': { name: 'Creator left', tone: 'red' },
}

/** What it may do, in a line. */
export function reachOf(key: ApiKey, choices: ModelChoice[]): string {
  const { kind, scopes, networks } = key
  const content = isOfContent(kind, scopes) ? [contentOf(key, choices)] : []
  const from = networks ? [`From ${networks.join(', ')}`] : []
  return [...scopes.map((scope) => scopeNames[scope].label), ...content, ...from].join(' · ')
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
