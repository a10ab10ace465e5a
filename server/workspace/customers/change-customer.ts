import type { BodyOf } from '#contract/endpoint.ts'
import type { changeCustomer as contract } from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changedFields, isNothing } from '#server/platform/versions/changed-fields.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { refuseTakenId } from '#server/search/words/external-ids.ts'
import { findLanguages } from '#server/workspace/languages/languages.ts'
import { writtenFor } from '#server/workspace/languages/written-for.ts'
import { changeAddresses } from './change-addresses.ts'
import { shapeCustomer } from './list-customers.ts'
import { findCustomerCard, findLanguage, keepLanguage, listAddresses, lockCustomer, updateCustomer } from './queries.ts'

export async function showCustomer(tx: WorkspaceTx, id: string) {
  const card = await findCustomerCard(tx, id)
  if (!card) throw new Refusal('customer-not-in-workspace')
  return shapeCustomer(card)
}

export async function changeCustomer(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { base, ...wanted }: BodyOf<typeof contract>,
) {
  const current = await lockCustomer(tx, id)
  if (!current) throw new Refusal('customer-not-in-workspace')
  const { emails, tags, ...rest } = wanted
  refuseOverwriting({ base, current: { ...current, emails: await listAddresses(tx, id) }, wanted })
  if (rest.externalId && rest.externalId !== current.externalId) await refuseTakenId(tx, 'customer', rest.externalId)
  if (emails) await changeAddresses(tx, by, id, emails)
  const changes = changedFields(current, { ...rest, ...(tags && { tags: [...new Set(tags)] }) })
  if (!isNothing(changes)) await updateCustomer(tx, id, changes)
  return showCustomer(tx, id)
}

/** The language of the workspace for mails to the customer, if known. */
export const languageFor = async (tx: WorkspaceTx, id: string) =>
  writtenFor(await findLanguage(tx, id), await findLanguages(tx))

export const noteLanguage = async (tx: WorkspaceTx, id: string, language: string | undefined) => {
  if (language) await keepLanguage(tx, id, language)
}

export async function changeOwnName(tx: WorkspaceTx, id: string, name: string) {
  const current = await lockCustomer(tx, id)
  if (current?.name !== name) await updateCustomer(tx, id, { name })
  return { name }
}
