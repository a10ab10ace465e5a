import type { ChangeReport, ContentModel } from '#contract/content/models.ts'
import type { Field } from '#contract/fields/fields.ts'
import { isLiving, typeOf } from '#server/fields/kinds/component-names.ts'
import { isThere } from '#server/fields/values/components.ts'

export type FormerModelKey = ContentModel['formerKeys'][number]
type ModelKeys = Pick<ContentModel, 'key' | 'pluralKey' | 'formerKeys'>
type KeyName = FormerModelKey['name']

const names: readonly KeyName[] = ['key', 'pluralKey']

export const findByFormerKey = <M extends ModelKeys>(models: readonly M[], name: KeyName, key: string): M | undefined =>
  models.find(({ formerKeys }) => formerKeys.some((one) => one.name === name && one.key === key && isLiving(one)))

/** Returns the time at which a former key ends. Null for 0 days, because then the former key ends at once. */
export const endAfter = (days: number, now = Date.now()): string | null =>
  days > 0 ? new Date(now + days * 86_400_000).toISOString() : null

/**
 * Returns the former keys of a model after a rename. Former keys that have ended or that are current again are removed.
 */
export function formerAfter(
  model: ModelKeys,
  wanted: Partial<Record<KeyName, string | undefined>>,
  sunsetDays: number,
) {
  const until = endAfter(sunsetDays)
  const since = new Date().toISOString()
  const isOther = (name: KeyName) => wanted[name] !== undefined && wanted[name] !== model[name]
  const kept = model.formerKeys.filter((one) => isLiving(one) && one.key !== wanted[one.name])
  const added = names.flatMap((name): FormerModelKey[] => {
    const key = model[name]
    if (until === null || !isOther(name)) return []
    return [{ name, key, since, until, isType: name === 'key' && typeOf(model) === key }]
  })
  return [...kept, ...added]
}

type KeyRename = { after: readonly Field[]; wanted: Partial<Record<KeyName, string | undefined>>; sunsetDays: number }

export function renamesOf(
  model: ModelKeys & { fields: readonly Field[] },
  { after, wanted, sunsetDays }: KeyRename,
): ChangeReport['renames'] {
  const until = endAfter(sunsetDays)
  const own = names.map((of) => ({ of, from: model[of], to: wanted[of] ?? model[of] }))
  const ofFields = model.fields.filter(isThere).flatMap(({ id, key: from }) => {
    const to = after.find((one) => one.id === id)?.key
    return to === undefined ? [] : [{ of: 'field' as const, from, to }]
  })
  return [...own, ...ofFields].filter(({ from, to }) => from !== to).map((one) => ({ ...one, until }))
}
