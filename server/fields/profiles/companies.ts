import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type {
  changeCompany as changeContract,
  createCompany as createContract,
  listCompanies as listContract,
} from '#contract/workspace/companies.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import * as lists from '#server/workspace/companies/list-companies.ts'
import * as companies from '#server/workspace/companies/write-company.ts'
import { changeValues, withSetValues, withValues } from './values-of-profiles.ts'

export async function listCompanies(tx: WorkspaceTx, query: QueryOf<typeof listContract>) {
  const { items, ...page } = await lists.listCompanies(tx, query)
  return { ...page, items: await withSetValues(tx, 'company', items) }
}

export const showCompany = async (tx: WorkspaceTx, id: string) =>
  withValues(tx, 'company', await lists.showCompany(tx, id))

export async function createCompany(
  tx: WorkspaceTx,
  by: Member,
  { customFields: given, ...body }: BodyOf<typeof createContract>,
) {
  const profile = await companies.createCompany(tx, by, body)
  if (given) await changeValues(tx, by, 'company', { profile, given })
  return showCompany(tx, profile.id)
}

export async function changeCompany(
  tx: WorkspaceTx,
  by: Member,
  id: string,
  { customFields: given, base, ...changes }: BodyOf<typeof changeContract>,
) {
  const { customFields: baseValues, ...baseOfFacts } = base ?? {}
  const profile = await companies.changeCompany(tx, by, id, { ...changes, ...(base && { base: baseOfFacts }) })
  if (given) await changeValues(tx, by, 'company', { profile, given, base: baseValues })
  return showCompany(tx, id)
}
