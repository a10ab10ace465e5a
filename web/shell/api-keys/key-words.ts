import type { ApiKey } from '#contract/api-keys.ts'
import { formatCount, plural } from '#web/lib/words/format.ts'
import type { Tone } from '#web/ui/mark/pill.tsx'
import type { ModelChoice } from './key-values.ts'

export type Kind = ApiKey['kind']
export type ChosenScope = ApiKey['scopes'][number]

export const kindNames: Record<Kind, string> = { delivery: 'Delivery', preview: 'Preview', management: 'Management' }

export const kindChoices = [
  { value: 'delivery', label: 'Delivery', description: 'Reads published content. For sites and apps.' },
  { value: 'preview', label: 'Preview', description: 'Reads drafts as well. For previews that stay among yourselves.' },
  {
    value: 'management',
    label: 'Management',
    description: 'Acts as you, with the rights that you have at the time. For imports, scripts and other services.',
  },
] as const

export const scopeNames: Record<ChosenScope, string> = {
  'tickets:read': 'Read tickets and customers',
  'tickets:write': 'Write tickets and customers',
  'knowledge-base:read': 'Read the knowledge base',
  'knowledge-base:write': 'Write the knowledge base',
}

export const stateNames: Record<Exclude<ApiKey['state'], 'live'>, { name: string; tone: Tone }> = {
  expired: { name: 'Expired', tone: 'amber' },
  revoked: { name: 'Revoked', tone: 'grey' },
  'without-maker': { name: 'Maker left', tone: 'red' },
}

/** What it may do, in a line. */
export function reachOf({ kind, scopes, models, networks }: ApiKey, choices: ModelChoice[]): string {
  const names = models === 'all' ? [] : models.map((id) => choices.find((one) => one.id === id)?.name)
  const known = names.filter((name) => name !== undefined)
  const named = known.length === names.length ? known.join(', ') : plural(names.length, 'model')
  const content = models === 'all' ? 'All content' : `Content of ${named}`
  const from = networks ? [`From ${networks.join(', ')}`] : []
  return [content, ...(kind === 'management' ? scopes.map((scope) => scopeNames[scope]) : []), ...from].join(' · ')
}

export const usedToday = ({ callsToday, dailyCalls }: ApiKey) =>
  dailyCalls === null
    ? `${plural(callsToday, 'call')} today`
    : `${formatCount(callsToday)} of ${plural(dailyCalls, 'call')} today`
