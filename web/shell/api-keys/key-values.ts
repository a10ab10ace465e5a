import type { ApiKey } from '#contract/workspace/api-keys.ts'
import { type ChosenScope, isOfContent, type Kind } from './key-words.ts'

/** A model that a key can be limited to. */
export type ModelChoice = { id: string; name: string }

/** The values of the form. `kept` does not change the expiry. */
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

/** The body for the API. A key without content scopes is limited to no model. */
export const sentOf = ({ scopes, ...values }: KeyValues, kind: Kind, now = Date.now()) => ({
  ...{ ...changedOf(values, now), name: values.name, kind },
  models: isOfContent(kind, scopes) ? values.models : [],
  ...(kind === 'management' && { scopes }),
})

/** Some of it, as the API takes it. */
export function changedOf({ end, calls, networks, ...others }: Partial<KeyValues>, now = Date.now()) {
  const from = networks?.split(/[\s,;]+/).filter(Boolean)
  return {
    ...others,
    ...(calls !== undefined && { dailyCalls: calls.trim() === '' ? null : Number(calls.trim()) }),
    ...(from && { networks: from.length > 0 ? from : null }),
    ...(end && end !== 'kept' && { expiresAt: endAt(end, now) }),
  }
}

const endAt = (end: Exclude<End, 'kept'>, now: number) =>
  end === 'never' ? null : new Date(now + endDays[end] * dayMs).toISOString()

const mostCalls = 1_000_000_000

/** What is wrong before anything is sent; undefined where nothing is. */
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
