import { aboutCompany, aboutCustomer } from '#contract/events.ts'
import type { CustomField } from '#server/fields/custom-fields/custom-field.ts'
import {
  changeCustomValues,
  describeCustomValue,
  renderCustomValues,
  renderSetValues,
} from '#server/fields/custom-fields/custom-values.ts'
import { findFields } from '#server/fields/custom-fields/find-fields.ts'
import {
  changedCustomFields,
  forgetCustomValues,
  indexCustomValues,
} from '#server/fields/custom-fields/index-values.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { byMember, record } from '#server/platform/events/record.ts'
import type { NewEvent } from '#server/platform/events/subscription.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { storeCustomValues as storeOfCompany } from '#server/workspace/companies/write-company.ts'
import { storeCustomValues as storeOfCustomer } from '#server/workspace/customers/write-customer.ts'

export type ProfileOwner = 'customer' | 'company'
/** A customer or company whose values have the ids of their fields. */
type StoredProfile = { id: string; customFields: Values }
type ValueChange = { before: Values; after: Values }

const storeOf = { customer: storeOfCustomer, company: storeOfCompany }

const team = { kind: 'member' } as const

/** Returns a customer or company with its values by key. A field without a value is null. */
export async function withValues<P extends StoredProfile>(
  tx: WorkspaceTx,
  owner: ProfileOwner,
  profile: P,
): Promise<P> {
  const fields = await findFields(tx, owner)
  return { ...profile, customFields: renderCustomValues(fields, profile.customFields, team) }
}

/** Returns the customers or companies of a list with their values by key, without fields that have no value. */
export async function withSetValues<P extends StoredProfile>(
  tx: WorkspaceTx,
  owner: ProfileOwner,
  profiles: readonly P[],
): Promise<P[]> {
  const fields = await findFields(tx, owner)
  return profiles.map((profile) => ({
    ...profile,
    customFields: renderSetValues(fields, profile.customFields, team),
  }))
}

/** Changes values of a customer or company that is locked, and records the changes. */
export async function changeValues(
  tx: WorkspaceTx,
  by: Member,
  owner: ProfileOwner,
  { profile, given, base }: { profile: StoredProfile; given: Values; base?: Values | undefined },
) {
  const { id, customFields: before } = profile
  const shown = renderCustomValues(await findFields(tx, owner), before, by)
  refuseOverwriting({ base: base && placed(base), current: placed(shown), wanted: placed(given) })
  const after = await changeCustomValues(tx, owner, { values: before, given, caller: by })
  const fields = await storeValues(tx, owner, id, { before, after })
  for (const field of fields) await recordChange(tx, by, { owner, id, field, before, after })
}

const placed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`customFields.${key}`, value]))

/** Stores the values of a customer or company, by the ids of their fields. Returns the fields that changed. */
export async function storeValues(tx: WorkspaceTx, owner: ProfileOwner, id: string, values: ValueChange) {
  const fields = await changedCustomFields(tx, owner, values)
  if (fields.length === 0) return fields
  await storeOf[owner](tx, id, values.after)
  await indexCustomValues(tx, id, fields, values)
  return fields
}

/** Forgets what queries find of a deleted company. */
export const forgetCompany = (tx: WorkspaceTx, { subject }: NewEvent<'company.deleted'>) =>
  forgetCustomValues(tx, [subject.id])

type FieldChange = ValueChange & { owner: ProfileOwner; id: string; field: CustomField }

async function recordChange(tx: WorkspaceTx, by: Member, { owner, id, field, before, after }: FieldChange) {
  const named = { id: field.id, key: field.key, label: field.label }
  const values = {
    old: { field: named, ...describeCustomValue(field, before[field.id]) },
    new: { field: named, ...describeCustomValue(field, after[field.id]) },
  }
  const about = { ...values, by: byMember(by), audience: 'team' } as const
  if (owner === 'customer') await record(tx, { ...about, type: 'customer-field.changed', subject: aboutCustomer(id) })
  else await record(tx, { ...about, type: 'company-field.changed', subject: aboutCompany(id) })
}
