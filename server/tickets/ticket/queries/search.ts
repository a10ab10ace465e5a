import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { requestersFor } from '#server/tickets/ticket/caller.ts'

// Maximum bytes of the public words of a ticket, and also of the internal words. The index joins both, and PostgreSQL
// limits a tsvector to one megabyte. Further words are not added.
const mostBytes = 500_000
// After this many bytes of replies, a reindex reads no further replies. Notes have a separate maximum of the same size.
const mostRead = 100_000

type NewSearch = { ticketId: string; requesterId: string; subject: string; people: string; text: string; notes: string }

export const insertSearch = (tx: WorkspaceTx, { ticketId, requesterId, subject, people, text, notes }: NewSearch) =>
  sql`insert into ticket_search (workspace_id, ticket_id, requester_id, public_words, internal_words)
    values (${tx.workspaceId}, ${ticketId}, ${requesterId}, ${publicWords({ subject, people, text })}, ${notes}::tsvector)`.execute(
    tx,
  )

export const replaceSearch = (tx: WorkspaceTx, { ticketId, requesterId, subject, people, text, notes }: NewSearch) =>
  sql`update ticket_search set requester_id = ${requesterId}, public_words = ${publicWords({ subject, people, text })}, internal_words = ${notes}::tsvector
    where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId}`.execute(tx)

const publicWords = ({ subject, people, text }: { subject: string; people: string; text: string }) =>
  sql`${subject}::tsvector || ${people}::tsvector || ${text}::tsvector`

export function addWords(tx: WorkspaceTx, ticketId: string, text: string, isPublic: boolean) {
  const column = isPublic ? sql`public_words` : sql`internal_words`
  const added = sql`${text}::tsvector`
  const now = new Date().toISOString()
  return sql`update ticket_search set updated_at = ${now}, ${isPublic ? sql`public_updated_at = ${now},` : sql``}
      ${column} = case when octet_length((${column} || ${added})::text) < ${sql.lit(mostBytes)} then ${column} || ${added} else ${column} end
    where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId}`.execute(tx)
}

/** When the words of a ticket last changed, as texts of the database. A Date has no microseconds. */
export type SearchTimes = { searchedAt: string; publicSearchedAt: string }

export async function findSearchTimes(tx: WorkspaceTx, ticketId: string): Promise<SearchTimes> {
  const { rows } = await sql<SearchTimes>`
    select updated_at::text as searched_at, public_updated_at::text as public_searched_at from ticket_search
    where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId}`.execute(tx)
  return rows[0]!
}

export const setSearchTimes = (tx: WorkspaceTx, ticketId: string, { searchedAt, publicSearchedAt }: SearchTimes) =>
  sql`update ticket_search set updated_at = ${searchedAt}, public_updated_at = ${publicSearchedAt}
    where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId}`.execute(tx)

export type TicketHit = { ticketId: string; updatedAt: string }
type Search = { words: string; before: { key: string; id: string } | undefined; most: number }

export async function searchTickets(tx: WorkspaceTx, { words, before, most }: Search): Promise<TicketHit[]> {
  const { rows } = await sql<TicketHit>`
    select ticket_id, updated_at::text as updated_at
    from search_tickets(${words}::tsquery, ${before?.key ?? null}, ${before?.id ?? null}, ${most})`.execute(tx)
  return rows
}

export async function searchVisibleTickets(tx: WorkspaceTx, customerId: string, { words, before, most }: Search) {
  const { rows } = await sql<TicketHit>`
    select ticket_id, public_updated_at::text as updated_at from ticket_search
    where workspace_id = ${tx.workspaceId} and requester_id = any(${requestersFor(customerId, tx.workspaceId)}) and public_words @@ ${words}::tsquery
      ${before ? sql`and (public_updated_at, ticket_id) < (${before.key}::timestamptz, ${before.id}::uuid)` : sql``}
    order by ticket_search.public_updated_at desc, ticket_id desc limit ${most}`.execute(tx)
  return rows
}

export async function findTexts(tx: WorkspaceTx, ticketId: string) {
  const id = tx.workspaceId
  const { rows } = await sql<{ text: string | null; notes: string | null }>`
    select string_agg(said, ' ' order by seq) filter (where kind = 'reply') as text, string_agg(said, ' ' order by seq) filter (where kind = 'note') as notes
    from (
      select kind, seq, left(said, ${mostRead}) as said,
        sum(octet_length(said)) over (partition by kind order by seq rows unbounded preceding) - octet_length(said) as above
      from (
        select seq, kind, body_text as said from messages
          where workspace_id = ${id} and ticket_id = ${ticketId} and sent_at is not null
        union all
        select m.seq, m.kind, f.name from messages m
          join attachments a on a.workspace_id = ${id} and a.message_id = m.id
          join files f on f.workspace_id = ${id} and f.id = a.file_id
          where m.workspace_id = ${id} and m.ticket_id = ${ticketId} and m.sent_at is not null
      ) everything
    ) conversation where above < ${mostRead}`.execute(tx)
  return { text: rows[0]?.text ?? '', notes: rows[0]?.notes ?? '' }
}
