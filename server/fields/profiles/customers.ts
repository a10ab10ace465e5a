import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  changeCustomer as changeContract,
  createCustomer as createContract,
  listCustomers as listContract,
  putCustomerByExternalId,
} from '#contract/workspace/customers.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import * as blocks from '#server/workspace/customers/block-customer.ts'
import * as lists from '#server/workspace/customers/list-customers.ts'
import * as customers from '#server/workspace/customers/write-customer.ts'
import { changeValues, withSetValues, withValues } from './values-of-profiles.ts'

export async function listCustomers(tx: WorkspaceTx, query: QueryOf<typeof listContract>) {
  const { items, ...page } = await lists.listCustomers(tx, query)
  return { ...page, items: await withSetValues(tx, 'customer', items) }
}

export const showCustomer = async (tx: WorkspaceTx, id: string) => withKeys(tx, await customers.showCustomer(tx, id))

export async function createCustomer(
  tx: WorkspaceTx,
  by: Member,
  { customFields, ...body }: BodyOf<typeof createContract>,
) {
  return withChanges(tx, by, await customers.createCustomer(tx, by, body), { given: customFields })
}

export async function putByExternalId(
  tx: WorkspaceTx,
  by: Member,
  { customFields, ...body }: BodyOf<typeof putCustomerByExternalId>,
) {
  return withChanges(tx, by, await customers.putByExternalId(tx, by, body), { given: customFields })
}

export async function changeCustomer(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { customFields, base, ...changes }: BodyOf<typeof changeContract>,
) {
  const { customFields: baseValues, ...baseOfFacts } = base ?? {}
  const profile = await customers.changeCustomer(tx, by, id, { ...changes, ...(base && { base: baseOfFacts }) })
  return withChanges(tx, by, profile, { given: customFields, base: baseValues })
}

export const blockCustomer = async (tx: WorkspaceTx, by: Member, id: string) =>
  withKeys(tx, await blocks.blockCustomer(tx, by, id))

export const unblockCustomer = async (tx: WorkspaceTx, by: Member, id: string) =>
  withKeys(tx, await blocks.unblockCustomer(tx, by, id))

type StoredCustomer = Awaited<ReturnType<typeof customers.showCustomer>>

async function withChanges(
  tx: WorkspaceTx,
  by: Member,
  profile: StoredCustomer,
  { given, base }: { given: Values | undefined; base?: Values | undefined },
) {
  if (given) await changeValues(tx, by, 'customer', { profile, given, base })
  return showCustomer(tx, profile.id)
}

const withKeys = (tx: WorkspaceTx, profile: StoredCustomer) => withValues(tx, 'customer', profile)
