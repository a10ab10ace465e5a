import type { Field } from '#contract/fields/fields.ts'
import type { Model } from '#server/content/models/find-models.ts'
import { isLiving } from '#server/fields/kinds/component-names.ts'
import { isThere } from '#server/fields/values/components.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { isSince } from './list-former-keys.ts'
import { listFormerKeyUse } from './queries.ts'

const inUse = (at: string, words: string) =>
  new Refusal('former-key-in-use', {
    detail: `${words} End that former key first, or choose another key.`,
    fields: { [at]: 'This is a former key that still answers' },
  })

/**
 * Refuses a key that is a former key of another model. Published entries may still have it as `type`, which would be
 * ambiguous.
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
 * Fields that get a key which was a former key of others. Refused while programs still use it; otherwise the former key
 * is removed.
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
