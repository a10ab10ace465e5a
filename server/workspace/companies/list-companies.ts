import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type {
  listCompanies as contract,
  listCompanyEvents as eventsContract,
  listCompanyPeople as peopleContract,
} from '#contract/workspace/companies.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cutPage, readCursor, readIdCursor, rowCursor, writeIdCursor } from '#server/search/words/cursor.ts'
import { searchQuery } from '#server/search/words/search-words.ts'
import { listHistory } from '#server/workspace/audit/list-history.ts'
import {
  type CompanyCard,
  findCompanyCard,
  listCompaniesOf,
  listCompanyCards,
  listPeople,
  listSharing,
  searchCompanyCards,
} from './queries.ts'

export async function listCompanies(tx: WorkspaceTx, { q, cursor, limit }: QueryOf<typeof contract>) {
  const page = { after: readCursor(cursor), limit: limit + 1 }
  const words = q ? searchQuery(q) : null
  const cards = words ? await searchCompanyCards(tx, words, page) : await listCompanyCards(tx, page)
  const { shown, next } = cutPage(cards, limit, rowCursor)
  return { items: shown.map(shapeCompany), next }
}

export { listCompaniesOf }

export async function showCompany(tx: WorkspaceTx, id: string) {
  const card = await findCompanyCard(tx, id)
  if (!card) throw new Refusal('company-not-found')
  return shapeCompany(card)
}

const shapeCompany = ({ sortKey: _, ...company }: CompanyCard) => company

export async function listCompanyPeople(
  tx: WorkspaceTx,
  id: string,
  { cursor, limit }: QueryOf<typeof peopleContract>,
) {
  await showCompany(tx, id)
  const people = await listPeople(tx, id, { after: readIdCursor(cursor), limit: limit + 1 })
  const { shown, next } = cutPage(people, limit, (last) => writeIdCursor(last.id))
  return { items: shown, next }
}

/** Lists what happened to a company, latest first. */
export async function listCompanyEvents(tx: WorkspaceTx, id: string, page: QueryOf<typeof eventsContract>) {
  await showCompany(tx, id)
  const condition = sql`h.subject_type = 'company' and h.subject_id = ${id}`
  return listHistory(tx, condition, { ...page, order: 'latest' })
}

export const listSharingCompanies = async (tx: WorkspaceTx, customerId: string) => ({
  items: await listSharing(tx, customerId),
  next: null,
})
