import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { searchVector } from '#server/search/words/search-words.ts'

export type CustomerCard = {
  id: string
  name: string
  emails: { address: string; verified: boolean; primary: boolean }[]
  tags: string[]
  language: string | null
  externalId: string | null
  ticketCount: number
  createdAt: string
  sortKey: string
}

const cardsOf = (id: string, found: RawBuilder<unknown>) => sql<CustomerCard>`
  select c.id, c.name, c.tags, c.language, c.external_id, c.created_at, c.created_at::text as sort_key,
    (select coalesce(json_agg(json_build_object('address', e.address, 'verified', e.verified_at is not null, 'primary', e.is_primary)
      order by e.is_primary desc, e.address), '[]')
      from customer_emails e where e.workspace_id = ${id} and e.customer_id = c.id) as emails,
    (select count(*) from (
      select from tickets t where t.workspace_id = ${id} and t.requester_id = c.id limit 10000) t) as ticket_count
  from (${found}) c
  order by c.created_at desc, c.id desc`

type CustomerPage = { after: { key: string; id: string } | undefined; limit: number }

export async function listCustomerCards(tx: WorkspaceTx, { after, limit }: CustomerPage) {
  const id = tx.workspaceId
  const follows = after ? sql`and (created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  const found = sql`
    select * from customers where workspace_id = ${id} ${follows} order by created_at desc, id desc limit ${sql.lit(limit)}`
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

export const lockCustomer = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('customers')
    .select(['name', 'tags', 'language', 'externalId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function updateCustomer(
  tx: WorkspaceTx,
  id: string,
  changes: {
    name?: string | undefined
    tags?: string[] | undefined
    language?: string | null | undefined
    externalId?: string | null | undefined
  },
) {
  noteChanges(tx, 'customer', [id])
  const { numUpdatedRows } = await tx.updateTable('customers').set(changes).where('id', '=', id).executeTakeFirst()
  if (changes.name !== undefined) await renewWords(tx, id)
  return numUpdatedRows > 0n
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
  const { rows } = await sql<{ name: string; addresses: string | null }>`
    select c.name, (select string_agg(e.address, ' ') from customer_emails e
      where e.workspace_id = ${tx.workspaceId} and e.customer_id = c.id) as addresses
    from customers c where c.workspace_id = ${tx.workspaceId} and c.id = ${id}`.execute(tx)
  const words = sql<string>`${searchVector(rows[0]?.name, rows[0]?.addresses)}::tsvector`
  await tx.updateTable('customers').set({ words }).where('id', '=', id).execute()
}

export async function listAddresses(tx: WorkspaceTx, customerId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('customerEmails')
    .select('address')
    .where('customerId', '=', customerId)
    .orderBy('isPrimary', 'desc')
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
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
