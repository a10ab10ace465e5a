import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Companies } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { searchVector } from '#server/search/words/search-words.ts'

export type CompanyCard = Pick<
  Selectable<Companies>,
  'id' | 'name' | 'tags' | 'notes' | 'sharesTickets' | 'createdAt'
> & {
  domains: string[]
  /** Values by the id of the field. */
  customFields: Record<string, unknown>
  peopleCount: number
  sortKey: string
}

const cardsOf = (id: string, found: RawBuilder<unknown>) => sql<CompanyCard>`
  select c.id, c.name, c.tags, c.notes, c.shares_tickets, c.custom_fields, c.created_at, c.created_at::text as sort_key,
    array(select d.domain from company_domains d where d.workspace_id = ${id} and d.company_id = c.id order by d.domain) as domains,
    (select count(*)::integer from (
      select from company_people p where p.workspace_id = ${id} and p.company_id = c.id limit 10000) p) as people_count
  from (${found}) c
  order by c.created_at desc, c.id desc`

type CompanyPage = { after: { key: string; id: string } | undefined; limit: number }

export async function listCompanyCards(tx: WorkspaceTx, { after, limit }: CompanyPage) {
  const id = tx.workspaceId
  const follows = after ? sql`and (created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  const found = sql`
    select * from companies where workspace_id = ${id} ${follows} order by created_at desc, id desc limit ${sql.lit(limit)}`
  return (await cardsOf(id, found).execute(tx)).rows
}

/** Searches in a separate query, because a distributed database cannot join the result. */
export async function searchCompanyCards(tx: WorkspaceTx, words: string, { after, limit }: CompanyPage) {
  const { rows } = await sql<{ companyId: string }>`
    select company_id from search_companies(
      ${words}::tsquery, ${after?.key ?? null}, ${after?.id ?? null}, ${limit})`.execute(tx)
  return listCompaniesById(
    tx,
    rows.map(({ companyId }) => companyId),
  )
}

export const findCompanyCard = async (tx: WorkspaceTx, id: string) => (await listCompaniesById(tx, [id]))[0]

async function listCompaniesById(tx: WorkspaceTx, ids: string[]) {
  const found = sql`select * from companies where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`
  return (await cardsOf(tx.workspaceId, found).execute(tx)).rows
}

/** Lists the companies of customers by customer, each in the order of their ids. */
export async function listCompaniesOf(tx: WorkspaceTx, customerIds: string[]) {
  const id = tx.workspaceId
  const { rows } = await sql<{ customerId: string; id: string; name: string }>`
    select p.customer_id, o.id, o.name from company_people p
    join companies o on o.workspace_id = ${id} and o.id = p.company_id
    where p.workspace_id = ${id} and p.customer_id = any(${customerIds}::uuid[])
    order by o.id`.execute(tx)
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

export async function lockCompany(tx: WorkspaceTx, id: string) {
  const locked = await tx.selectFrom('companies').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return locked && findCompanyCard(tx, id)
}

export const insertCompany = (tx: WorkspaceTx, name: string) =>
  tx.insertInto('companies').values({ name }).returning('id').executeTakeFirstOrThrow()

type CompanyFields = Partial<Pick<CompanyCard, 'name' | 'tags' | 'notes' | 'sharesTickets' | 'customFields'>>

export const updateCompany = (tx: WorkspaceTx, id: string, { customFields, ...changes }: CompanyFields) =>
  tx
    .updateTable('companies')
    .set({ ...changes, ...(customFields && { customFields: JSON.stringify(customFields) }) })
    .where('id', '=', id)
    .execute()

export async function deleteCompanyRow(tx: WorkspaceTx, id: string) {
  const { numDeletedRows } = await tx.deleteFrom('companies').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function renewCompanyWords(tx: WorkspaceTx, id: string) {
  const { name, domains } = (await findCompanyCard(tx, id))!
  const words = sql<string>`${searchVector(name, ...domains)}::tsvector`
  await tx.updateTable('companies').set({ words }).where('id', '=', id).execute()
}

export const findDomainOwner = (tx: WorkspaceTx, domain: string) =>
  tx.selectFrom('companyDomains').select('companyId').where('domain', '=', domain).executeTakeFirst()

export const insertDomains = (tx: WorkspaceTx, companyId: string, domains: string[]) =>
  tx
    .insertInto('companyDomains')
    .values(domains.map((domain) => ({ domain, companyId })))
    .execute()

export const deleteDomains = (tx: WorkspaceTx, companyId: string, domains: string[]) =>
  tx.deleteFrom('companyDomains').where('companyId', '=', companyId).where('domain', 'in', domains).execute()

/** Lets all customers with an address of these domains join. Returns who joined. */
export async function joinByDomains(tx: WorkspaceTx, companyId: string, domains: string[]): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ customerId: string }>`
    insert into company_people (workspace_id, company_id, customer_id, is_by_domain)
    select distinct ${id}::uuid, ${companyId}::uuid, e.customer_id, true from customer_emails e
    where e.workspace_id = ${id} and e.domain = any(${domains}::text[])
    on conflict do nothing returning customer_id`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}

/** Removes those who joined by a domain that the company no longer has. Returns who left. */
export async function leaveWithoutDomain(tx: WorkspaceTx, companyId: string): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ customerId: string }>`
    delete from company_people p where p.workspace_id = ${id} and p.company_id = ${companyId} and p.is_by_domain
      and not exists (select from customer_emails e
        join company_domains d on d.workspace_id = ${id} and d.domain = e.domain and d.company_id = ${companyId}
        where e.workspace_id = ${id} and e.customer_id = p.customer_id)
    returning p.customer_id`.execute(tx)
  return rows.map(({ customerId }) => customerId)
}

export type CompanyPerson = { id: string; name: string; address: string; isByDomain: boolean; sharesTickets: boolean }
type PeoplePage = { after?: string | undefined; only?: string; limit: number }

export async function listPeople(tx: WorkspaceTx, companyId: string, { after, only, limit }: PeoplePage) {
  const id = tx.workspaceId
  const { rows } = await sql<CompanyPerson>`
    select c.id, c.name, coalesce(e.address, '') as address, p.is_by_domain, p.shares_tickets from company_people p
    join customers c on c.workspace_id = ${id} and c.id = p.customer_id
    left join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary
    where p.workspace_id = ${id} and p.company_id = ${companyId} ${after ? sql`and p.customer_id > ${after}::uuid` : sql``}
      ${only ? sql`and p.customer_id = ${only}::uuid` : sql``}
    order by p.customer_id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

export const findPerson = (tx: WorkspaceTx, companyId: string, customerId: string) =>
  tx
    .selectFrom('companyPeople')
    .select(['isByDomain', 'sharesTickets'])
    .where('companyId', '=', companyId)
    .where('customerId', '=', customerId)
    .executeTakeFirst()

export const putPerson = (tx: WorkspaceTx, companyId: string, customerId: string, sharesTickets: boolean) =>
  tx
    .insertInto('companyPeople')
    .values({ companyId, customerId, sharesTickets, isByDomain: false })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'companyId', 'customerId']).doUpdateSet({ sharesTickets }),
    )
    .execute()

export const deletePerson = (tx: WorkspaceTx, companyId: string, customerId: string) =>
  tx.deleteFrom('companyPeople').where('companyId', '=', companyId).where('customerId', '=', customerId).execute()

export const findCustomer = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('customers').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

export async function countCompaniesOf(tx: WorkspaceTx, customerId: string): Promise<number> {
  const rows = await tx.selectFrom('companyPeople').select('companyId').where('customerId', '=', customerId).execute()
  return rows.length
}

export async function listSharing(tx: WorkspaceTx, customerId: string) {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string; name: string }>`
    select c.id, c.name from company_people p
    join companies c on c.workspace_id = ${id} and c.id = p.company_id
    where p.workspace_id = ${id} and p.customer_id = ${customerId} and p.shares_tickets and c.shares_tickets
    order by c.id limit 20`.execute(tx)
  return rows
}
