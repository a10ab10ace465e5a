import type { FormerKey } from '#contract/content/models.ts'
import type { Field } from '#contract/fields/fields.ts'
import type { Model } from '#server/content/models/find-models.ts'
import { isLiving } from '#server/fields/kinds/component-names.ts'
import { isThere } from '#server/fields/values/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listFormerKeyUse } from './queries.ts'

type ActiveKey = Omit<FormerKey, 'askedBy'> & { subjectId: string; since: string | undefined }

type KeyedModel = Pick<Model, 'id' | 'key' | 'pluralKey' | 'formerKeys' | 'fields'>

export function livingIn({ formerKeys, fields, ...model }: KeyedModel): ActiveKey[] {
  const ofModel = formerKeys.map(({ name, key: formerKey, since, until, isType }) => {
    const keys = { of: name, field: null, key: model[name], formerKey }
    return { ...keys, isType, until, subjectId: model.id, since }
  })
  const ofFields = fields.filter(isThere).flatMap((field) =>
    field.formerKeys.map(({ key: formerKey, since, until }) => {
      const { id, key } = field
      const keys = { of: 'field' as const, field: { id, key }, key, formerKey }
      return { ...keys, isType: false, until, subjectId: id, since }
    }),
  )
  return [...ofModel, ...ofFields].filter((one) => isLiving(one))
}

/** Lists the active former keys of a model and its fields, with the API keys that used each former key. */
export async function listFormerKeys(tx: WorkspaceTx, model: Model): Promise<FormerKey[]> {
  const living = livingIn(model)
  if (living.length === 0) return []
  const asks = await listFormerKeyUse(tx, [...new Set(living.map(({ subjectId }) => subjectId))])
  return living.map(({ subjectId, since, ...one }) => ({
    ...one,
    askedBy: asks
      .filter((ask) => ask.subjectId === subjectId && ask.formerKey === one.formerKey && isSince(ask.lastAt, since))
      .map(({ keyId, name, lastAt }) => ({ id: keyId, name, lastAt })),
  }))
}

// Whether the key was used after it became a former key. Without `since`, as in older data, this time is unknown and
// every use counts.
const isSince = (lastAt: string, since: string | undefined) =>
  since === undefined || Date.parse(lastAt) >= Date.parse(since)

const inUse = (at: string, words: string) =>
  new Refusal('former-key-in-use', {
    detail: `${words} End that former key first, or choose another key.`,
    fields: { [at]: 'This is a former key that still answers' },
  })

/**
 * Refuses a key or plural key that is a former key of another model. Requests can still use the former key, and
 * published entries can still have it as `type`.
 */
export function refuseFormerOfModels(
  others: readonly Model[],
  wanted: { key?: string | undefined; pluralKey?: string | undefined },
) {
  for (const { name, formerKeys } of others) {
    const taken = formerKeys.find((one) => isLiving(one) && one.key.toLowerCase() === wanted[one.name]?.toLowerCase())
    if (taken) throw inUse(taken.name, `${taken.key} is a former key of ${name} and answers until ${taken.until}.`)
  }
}

/**
 * Removes the former keys that became current keys of other fields. Refuses the change if programs still used such a
 * former key after it was replaced.
 */
export async function settleFormerOfFields(
  tx: WorkspaceTx,
  before: readonly Field[],
  after: Field[],
): Promise<Field[]> {
  const keyOf = new Map(before.filter(isThere).map(({ id, key }) => [id, key]))
  const gained = new Set(after.filter((one) => isThere(one) && keyOf.get(one.id) !== one.key).map(({ key }) => key))
  const isTaken = (key: string) => gained.has(key)
  const taken = after
    .filter(isThere)
    .flatMap(({ id, key: now, formerKeys }) =>
      formerKeys.filter((one) => isLiving(one) && isTaken(one.key)).map(({ key, since }) => ({ id, now, key, since })),
    )
  if (taken.length === 0) return after
  const asks = await listFormerKeyUse(
    tx,
    taken.map(({ id }) => id),
  )
  for (const { id, now, key, since } of taken) {
    const asking = asks.filter((ask) => ask.subjectId === id && ask.formerKey === key && isSince(ask.lastAt, since))
    const names = asking.slice(0, 3).map(({ name }) => name ?? 'visitors without a key')
    if (names.length > 0)
      throw inUse('fields', `${key} is a former key of ${now}, and ${names.join(', ')} still used it.`)
  }
  return after.map((field) => ({ ...field, formerKeys: field.formerKeys.filter(({ key }) => !isTaken(key)) }))
}
