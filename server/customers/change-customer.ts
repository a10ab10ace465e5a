import type { changeCustomer as contract } from '#contract/customers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { shapeCustomer } from './list-customers.ts'
import { findCustomerCard, updateCustomer } from './queries.ts'

export async function showCustomer(tx: WorkspaceTx, id: string) {
  const card = await findCustomerCard(tx, id)
  if (!card) throw new Refusal('customer-not-in-workspace')
  return shapeCustomer(card)
}

export async function changeCustomer(tx: WorkspaceTx, id: string, { name, tags }: BodyOf<typeof contract>) {
  const changes = { ...(name !== undefined && { name }), ...(tags && { tags: [...new Set(tags)] }) }
  if (Object.keys(changes).length > 0) await updateCustomer(tx, id, changes)
  return showCustomer(tx, id)
}

export async function changeOwnName(tx: WorkspaceTx, id: string, name: string) {
  await updateCustomer(tx, id, { name })
  return { name }
}
