import type { changeCustomer as contract } from '#contract/customers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { findLanguages } from '#server/knowledge-base/opening.ts'
import { writtenFor } from '#server/knowledge-base/written-for.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { refuseOverwriting } from '#server/platform/versions/refuse-overwriting.ts'
import { shapeCustomer } from './list-customers.ts'
import { findCustomerCard, findLanguage, keepLanguage, lockCustomer, updateCustomer } from './queries.ts'

export async function showCustomer(tx: WorkspaceTx, id: string) {
  const card = await findCustomerCard(tx, id)
  if (!card) throw new Refusal('customer-not-in-workspace')
  return shapeCustomer(card)
}

export async function changeCustomer(tx: WorkspaceTx, id: string, { base, ...wanted }: BodyOf<typeof contract>) {
  const current = await lockCustomer(tx, id)
  if (!current) throw new Refusal('customer-not-in-workspace')
  refuseOverwriting({ base, current, wanted })
  const { name, tags, language } = wanted
  const changes = {
    ...{ ...(name !== undefined && { name }), ...(language !== undefined && { language }) },
    ...(tags && { tags: [...new Set(tags)] }),
  }
  if (Object.keys(changes).length > 0) await updateCustomer(tx, id, changes)
  return showCustomer(tx, id)
}

/** In which of the languages of the workspace a customer is answered, as far as it is known. */
export const languageFor = async (tx: WorkspaceTx, id: string) =>
  writtenFor(await findLanguage(tx, id), await findLanguages(tx))

export const noteLanguage = async (tx: WorkspaceTx, id: string, language: string | undefined) => {
  if (language) await keepLanguage(tx, id, language)
}

export async function changeOwnName(tx: WorkspaceTx, id: string, name: string) {
  await updateCustomer(tx, id, { name })
  return { name }
}
