import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { searchWords } from '#server/search/search-words.ts'

export type CustomerCard = {
  id: string
  name: string
  emails: { address: string; verified: boolean; primary: boolean }[]
  tags: string[]
  ticketCount: number
  createdAt: string
  sortKey: string
}

const card = sql`
  select c.id, c.name, c.tags, c.created_at, c.created_at::text as sort_key,
    (select coalesce(json_agg(json_build_object('address', e.address, 'verified', e.verified_at is not null, 'primary', e.is_primary)
      order by e.is_primary desc, e.address), '[]') from customer_emails e where e.customer_id = c.id) as emails,
    (select count(*) from (select from tickets t where t.requester_id = c.id limit 10000) t) as ticket_count`

type Page = { after: { key: string; id: string } | undefined; limit: number }

export async function listCustomerCards(tx: WorkspaceTx, { after, limit }: Page) {
  const follows = after ? sql`where (created_at, id) < (${after.key}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<CustomerCard>`${card}
    from (select * from customers ${follows} order by created_at desc, id desc limit ${sql.lit(limit)}) c
    order by c.created_at desc, c.id desc`.execute(tx)
  return rows
}

/** By words of names and addresses. */
export async function searchCustomerCards(tx: WorkspaceTx, words: string, { after, limit }: Page) {
  const { rows } = await sql<CustomerCard>`${card}
    from search_customers(to_tsquery('simple', ${words}), ${after?.key ?? null}, ${after?.id ?? null}, ${limit}) found
    join customers c on c.id = found.customer_id
    order by c.created_at desc, c.id desc`.execute(tx)
  return rows
}

export async function findCustomerCard(tx: WorkspaceTx, id: string) {
  const { rows } = await sql<CustomerCard>`${card} from customers c where c.id = ${id}`.execute(tx)
  return rows[0]
}

export async function updateCustomer(
  tx: WorkspaceTx,
  id: string,
  changes: { name?: string | undefined; tags?: string[] | undefined },
) {
  const { numUpdatedRows } = await tx.updateTable('customers').set(changes).where('id', '=', id).executeTakeFirst()
  if (changes.name !== undefined) await renewWords(tx, id)
  return numUpdatedRows > 0n
}

/** Names and addresses are found by their words. */
export async function renewWords(tx: WorkspaceTx, id: string) {
  const { rows } = await sql<{ name: string; addresses: string | null }>`
    select c.name, (select string_agg(e.address, ' ') from customer_emails e where e.customer_id = c.id) as addresses
    from customers c where c.id = ${id}`.execute(tx)
  const words = searchWords(rows[0]?.name, rows[0]?.addresses)
  await sql`update customers set words = to_tsvector('simple', ${words}) where id = ${id}`.execute(tx)
}
