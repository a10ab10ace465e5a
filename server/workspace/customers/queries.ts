import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Suppression, undoHours } from '#contract/workspace/customers.ts'
import type { Customers } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { searchVector } from '#server/search/words/search-words.ts'
import { phoneWords } from './phone-words.ts'

/** Values of custom fields by the id of the field. */
export type CustomValues = Record<string, unknown>

export type CustomerCard = {
  id: string
  name: string
  emails: { address: string; verified: boolean; primary: boolean; suppression: Suppression | null }[]
  phones: string[]
  companies: { id: string; name: string }[]
  tags: string[]
  language: string | null
  timeZone: string | null
  externalId: string | null
  customFields: CustomValues
  ticketCount: number
  mergedInto: { id: string; name: string } | null
  createdAt: string
  sortKey: string
}

const cardsOf = (id: string, found: RawBuilder<unknown>) => sql<CustomerCard>`
  select c.id, c.name, c.phones, c.tags, c.language, c.time_zone, c.external_id, c.custom_fields, c.created_at, c.created_at::text as sort_key,
    (select coalesce(json_agg(json_build_object('address', e.address, 'verified', e.verified_at is not null, 'primary', e.is_primary,
        'suppression', (select json_build_object('reason', e.suppressed_for,
          'until', to_char(e.suppressed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          where e.suppressed_until > now()))
      order by e.is_primary desc, e.address), '[]')
      from customer_emails e where e.workspace_id = ${id} and e.customer_id = c.id) as emails,
    (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.id), '[]')
      from company_people p join companies o on o.workspace_id = ${id} and o.id = p.company_id
      where p.workspace_id = ${id} and p.customer_id = c.id) as companies,
    (select count(*) from (
      select from tickets t where t.workspace_id = ${id} and t.requester_id = c.id limit 10000) t) as ticket_count,
    (select json_build_object('id', o.id, 'name', o.name) from customers o
      where o.workspace_id = ${id} and o.id = c.merged_into) as merged_into
  from (${found}) c
  order by c.created_at desc, c.id desc`

type CustomerPage = { after: { key: string; id: string } | undefined; limit: number }

export async function listCustomerCards(tx: WorkspaceTx, { after, limit }: CustomerPage) {
  const id = tx.workspaceId
  const follows = after ? sql`and (created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  const found = sql`
    select * from customers where workspace_id = ${id} and merged_into is null ${follows} order by created_at desc, id desc limit ${sql.lit(limit)}`
  return (await cardsOf(id, found).execute(tx)).rows
}

/** Searches names and addresses in a separate query, because a distributed database cannot join the result. */
export async function searchCustomerCards(tx: WorkspaceTx, words: string, { after, limit }: CustomerPage) {
  const { rows } = await sql<{ customerId: string }>`
    select customer_id from search_customers(
      ${words}::tsquery, ${after?.key ?? null}, ${after?.id ?? null}, ${limit})`.execute(tx)
  return listCustomersById(
    tx,
    rows.map(({ customerId }) => customerId),
  )
}

export const findCustomerCard = async (tx: WorkspaceTx, id: string) => (await listCustomersById(tx, [id]))[0]

export async function listCustomersById(tx: WorkspaceTx, ids: string[]) {
  const found = sql`select * from customers where workspace_id = ${tx.workspaceId} and id = any(${ids}::uuid[])`
  return (await cardsOf(tx.workspaceId, found).execute(tx)).rows
}

const lockedColumns = [
  ...(['name', 'phones', 'tags', 'language', 'timeZone', 'notes', 'externalId', 'customFields'] as const),
  ...(['blockedAt', 'mergedInto', 'erasedAt'] as const),
] as const
type LockedCustomer = Omit<Pick<Selectable<Customers>, (typeof lockedColumns)[number]>, 'customFields'> & {
  customFields: CustomValues
}

export const lockCustomer = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('customers')
    .select(lockedColumns)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<LockedCustomer>()
    .executeTakeFirst()

export async function updateCustomer(
  tx: WorkspaceTx,
  id: string,
  {
    customFields,
    ...changes
  }: {
    name?: string | undefined
    phones?: string[] | undefined
    tags?: string[] | undefined
    language?: string | null | undefined
    timeZone?: string | null | undefined
    notes?: string | undefined
    externalId?: string | null | undefined
    customFields?: CustomValues | undefined
  },
) {
  noteChanges(tx, 'customer', [id])
  await tx
    .updateTable('customers')
    .set({ ...changes, ...(customFields && { customFields: JSON.stringify(customFields) }) })
    .where('id', '=', id)
    .execute()
  if (changes.name !== undefined || changes.phones || changes.externalId !== undefined) await renewWords(tx, id)
}

export async function keepLanguage(tx: WorkspaceTx, id: string, language: string) {
  const { numUpdatedRows } = await tx
    .updateTable('customers')
    .set({ language })
    .where('id', '=', id)
    .where('language', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) noteChanges(tx, 'customer', [id])
}

export async function findLanguage(tx: WorkspaceTx, id: string): Promise<string | null> {
  const found = await tx.selectFrom('customers').select('language').where('id', '=', id).executeTakeFirst()
  return found?.language ?? null
}

export async function renewWords(tx: WorkspaceTx, id: string) {
  const { rows } = await sql<{ name: string; phones: string[]; externalId: string | null; addresses: string | null }>`
    select c.name, c.phones, c.external_id, (select string_agg(e.address, ' ') from customer_emails e
      where e.workspace_id = ${tx.workspaceId} and e.customer_id = c.id) as addresses
    from customers c where c.workspace_id = ${tx.workspaceId} and c.id = ${id}`.execute(tx)
  const { name, phones, externalId, addresses } = rows[0]!
  const found = searchVector(name, addresses, externalId, ...phones.map(phoneWords))
  await tx
    .updateTable('customers')
    .set({ words: sql<string>`${found}::tsvector` })
    .where('id', '=', id)
    .execute()
}

export const insertOtherAddresses = (tx: WorkspaceTx, customerId: string, addresses: string[]) =>
  tx
    .insertInto('customerEmails')
    .values(addresses.map((address) => ({ address, customerId, isPrimary: false })))
    .execute()

export async function findIdsByAddress(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  const rows = await tx.selectFrom('customerEmails').select('customerId').where('address', 'in', addresses).execute()
  return [...new Set(rows.map(({ customerId }) => customerId))]
}

/** Counts the tickets of a customer in each status, up to 10,000 tickets. */
export async function countTickets(tx: WorkspaceTx, customerId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::integer as count from (
      select status from tickets
      where workspace_id = ${tx.workspaceId} and requester_id = ${customerId} and shelf <> 'spam' and shelf <> 'trash'
      limit 10000) latest
    group by status`.execute(tx)
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

export const findTeamFacts = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('customers').select(['notes', 'blockedAt', 'erasedAt']).where('id', '=', id).executeTakeFirstOrThrow()

/** Blocks or unblocks a customer. Returns false if nothing changed. */
export async function updateBlock(tx: WorkspaceTx, id: string, isBlocked: boolean) {
  const { numUpdatedRows } = await tx
    .updateTable('customers')
    .set({ blockedAt: isBlocked ? sql`now()` : null })
    .where('id', '=', id)
    .where('blockedAt', isBlocked ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists the customer and those who were merged into it, directly or through another one. */
export async function listMergedIds(tx: WorkspaceTx, customerId: string): Promise<string[]> {
  const workspaceId = tx.workspaceId
  const { rows } = await sql<{ id: string }>`
    with recursive merged as (
      select ${customerId}::uuid as id
      union select c.id from customers c join merged m on c.workspace_id = ${workspaceId} and c.merged_into = m.id
    )
    select id from merged`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listRecentMerges(tx: WorkspaceTx, customerId: string) {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string; name: string; mergedAt: string; undoUntil: string }>`
    select c.id, c.name, m.merged_at, m.merged_at + make_interval(hours => ${undoHours}) as undo_until
    from customer_merges m
    join customers c on c.workspace_id = ${id} and c.id = m.customer_id
    where m.workspace_id = ${id} and m.into_id = ${customerId}
      and m.merged_at > now() - make_interval(hours => ${undoHours})
    order by m.merged_at desc limit 20`.execute(tx)
  return rows
}

/** Chooses the lines of the history of a customer, and of those who were merged into them. */
export async function customerHistory(tx: WorkspaceTx, customerId: string) {
  const ids = await listMergedIds(tx, customerId)
  return sql`h.subject_type = 'customer' and h.subject_id = any(${ids}::uuid[])
    and (h.subject_id = ${customerId} or h.type not like 'customer-merge.%')`
}
