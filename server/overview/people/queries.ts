import { sql } from 'kysely'
import { mostMovedTickets } from '#contract/overview/people.ts'
import { undoHours } from '#contract/workspace/customers.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { MovedMerge } from '#server/tickets/merging/move-people-of-merges.ts'
import type { MovedRequests } from '#server/tickets/ticket/move-requests.ts'
import type { MovedMemberships } from '#server/workspace/companies/move-memberships.ts'
import type { CustomerFacts, CustomerMove, MovedAccount } from '#server/workspace/customers/join-customers.ts'
import { erasedSubject } from '#server/workspace/customers/person-eraser.ts'

export const erasureName = 'customer-erasure'
export const exportName = 'customer'

type Facts = Record<'sourceBefore' | 'targetBefore' | 'targetAfter', CustomerFacts>
type Moved = {
  account: MovedAccount
  memberships: MovedMemberships
  requests: MovedRequests
  /** Merges of earlier versions have none. */
  ticketMerges?: MovedMerge[]
  messages: string[]
  feedback: string[]
  deflections: string[]
  uploads: string[]
}
type Merge = CustomerMove & Facts & { moved: Moved }

/** Counts the tickets of a customer, up to one more than a merge moves. */
export async function countTicketsOf(tx: WorkspaceTx, customerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from tickets where workspace_id = ${tx.workspaceId} and requester_id = ${customerId}
      limit ${mostMovedTickets + 1}) t`.execute(tx)
  return rows[0]!.count
}

export const insertMerge = (tx: WorkspaceTx, { from, into, ...values }: Merge) =>
  tx
    .insertInto('customerMerges')
    .values({
      customerId: from,
      intoId: into,
      sourceBefore: JSON.stringify(values.sourceBefore),
      targetBefore: JSON.stringify(values.targetBefore),
      targetAfter: JSON.stringify(values.targetAfter),
      moved: JSON.stringify(values.moved),
    })
    .execute()

/** Finds the merge of a customer while it can be undone. */
export async function findMerge(tx: WorkspaceTx, customerId: string) {
  const { rows } = await sql<Facts & { moved: Moved }>`
    select source_before, target_before, target_after, moved from customer_merges
    where workspace_id = ${tx.workspaceId} and customer_id = ${customerId}
      and merged_at > now() - make_interval(hours => ${undoHours})`.execute(tx)
  return rows[0]
}

export const deleteMerge = (tx: WorkspaceTx, customerId: string) =>
  tx.deleteFrom('customerMerges').where('customerId', '=', customerId).execute()

/** Deletes what an undo needs, after the time in which a merge can be undone. */
export async function deleteOldMerges(tx: WorkspaceTx) {
  await tx
    .deleteFrom('customerMerges')
    .where('mergedAt', '<', sql<string>`now() - make_interval(hours => ${undoHours})`)
    .execute()
}

/** Lists the tickets that customers sent, wrote on or are in CC of. */
export async function listTicketsOf(tx: WorkspaceTx, customerIds: string[], limit: number): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string }>`
    select id from tickets where workspace_id = ${id} and requester_id = any(${customerIds}::uuid[])
    union select ticket_id from messages where workspace_id = ${id} and customer_id = any(${customerIds}::uuid[])
    union select ticket_id from ticket_copies where workspace_id = ${id} and customer_id = any(${customerIds}::uuid[])
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Lists the tickets of customers that an erasure has not reached: a request with its subject, or a message with text. */
export async function listUnerased(tx: WorkspaceTx, customerIds: string[], limit: number): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string }>`
    select id from tickets where workspace_id = ${id} and requester_id = any(${customerIds}::uuid[]) and subject <> ${erasedSubject}
    union select ticket_id from messages
      where workspace_id = ${id} and customer_id = any(${customerIds}::uuid[]) and author_type = 'customer' and redacted_at is null
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => row.id)
}

/** Lists the subjects whose history names one of these ids or addresses. */
export async function listSubjectsNaming(tx: WorkspaceTx, texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct h.subject_id as id from history h
    where h.workspace_id = ${tx.workspaceId} and (h.old is not null or h.new is not null)
      and exists (select from unnest(${texts}::text[]) as t(word)
        where strpos(coalesce(h.old::text, '') || coalesce(h.new::text, ''), t.word) > 0)`.execute(tx)
  return rows.map((row) => row.id)
}

export async function hasHeldReply(tx: WorkspaceTx, customerIds: string[]): Promise<boolean> {
  const id = tx.workspaceId
  const { rows } = await sql`
    select from messages m join tickets t on t.workspace_id = ${id} and t.id = m.ticket_id
    where m.workspace_id = ${id} and m.sent_at is null and (t.requester_id = any(${customerIds}::uuid[])
      or exists (select from ticket_copies k
        where k.workspace_id = ${id} and k.ticket_id = t.id and k.customer_id = any(${customerIds}::uuid[])))
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Finds the last erasure of a customer. */
export async function findErasure(tx: WorkspaceTx, customerId: string) {
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from batches
    where workspace_id = ${tx.workspaceId} and kind = ${erasureName} and input ->> 'customerId' = ${customerId}
    order by id desc limit 1`.execute(tx)
  return rows[0]
}

export async function countPersonalData(tx: WorkspaceTx, customerIds: string[]) {
  const id = tx.workspaceId
  const { rows } = await sql<Record<'addresses' | 'messages' | 'files' | 'feedback', number>>`
    select
      (select count(*) from customer_emails
        where workspace_id = ${id} and customer_id = any(${customerIds}::uuid[]))::integer as addresses,
      (select count(*) from messages
        where workspace_id = ${id} and customer_id = any(${customerIds}::uuid[]) and author_type = 'customer')::integer as messages,
      (select count(*) from messages m
        join attachments a on a.workspace_id = ${id} and a.message_id = m.id
        where m.workspace_id = ${id} and m.customer_id = any(${customerIds}::uuid[]) and m.author_type = 'customer')::integer as files,
      (select count(*) from article_feedback
        where workspace_id = ${id} and customer_id = any(${customerIds}::uuid[]))::integer as feedback`.execute(tx)
  return rows[0]!
}

export const deleteMergesOf = (tx: WorkspaceTx, customerIds: string[]) =>
  tx
    .deleteFrom('customerMerges')
    .where((is) => is.or([is('customerId', 'in', customerIds), is('intoId', 'in', customerIds)]))
    .execute()

export const readExportedTicket = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('tickets')
    .select(['number', 'subject', 'status', 'channel', 'createdAt', 'solvedAt', 'closedAt', 'requesterId'])
    .where('id', '=', id)
    .executeTakeFirst()

type ExportedMessage = { id: string; author: string; sentAt: string; text: string; html: string }

/** Lists the messages of a ticket that its customer may see. `customerIds`: only the messages of these; null: all. */
export async function listExportedMessages(tx: WorkspaceTx, ticketId: string, customerIds: string[] | null) {
  const id = tx.workspaceId
  const { rows } = await sql<ExportedMessage>`
    select m.id, coalesce(nullif(c.name, ''), nullif(trim(a.name || ' ' || a.surname), ''), '') as author,
      m.sent_at, m.body_text as text, m.body_html as html
    from messages m
    left join customers c on c.workspace_id = ${id} and c.id = m.customer_id
    left join members a on a.workspace_id = ${id} and a.id = m.member_id
    where m.workspace_id = ${id} and m.ticket_id = ${ticketId} and m.kind = 'reply' and m.sent_at is not null
      and (${customerIds}::uuid[] is null or m.customer_id = any(${customerIds}::uuid[]))
    order by m.seq`.execute(tx)
  return rows
}

export async function listExportedFiles(tx: WorkspaceTx, messageIds: string[]) {
  const id = tx.workspaceId
  const { rows } = await sql<{ messageId: string; name: string; storedId: string }>`
    select a.message_id, f.name, coalesce(f.same_as, f.id) as stored_id from attachments a
    join files f on f.workspace_id = ${id} and f.id = a.file_id
    where a.workspace_id = ${id} and a.message_id = any(${messageIds}::uuid[])
    order by a.message_id, a.position`.execute(tx)
  return rows
}

export const listEventsOf = (tx: WorkspaceTx, customerIds: string[]) =>
  tx
    .selectFrom('history')
    .select(['type', 'createdAt', sql<unknown>`old`.as('old'), sql<unknown>`new`.as('new')])
    .where('subjectType', '=', 'customer')
    .where('subjectId', 'in', customerIds)
    .orderBy('id')
    .execute()

export const listFeedbackOf = (tx: WorkspaceTx, customerIds: string[]) =>
  tx
    .selectFrom('articleFeedback')
    .select(['articleId', 'language', 'isHelpful', 'comment', 'createdAt'])
    .where('customerId', 'in', customerIds)
    .orderBy('createdAt')
    .execute()

/** Lists the articles that were suggested to customers before they sent a request. */
export async function listDeflectionsOf(tx: WorkspaceTx, customerIds: string[]) {
  const id = tx.workspaceId
  const { rows } = await sql<{ articleId: string; isOpened: boolean; createdAt: string }>`
    select a.article_id, a.is_opened, d.created_at from deflections d
    join deflection_articles a on a.workspace_id = ${id} and a.deflection_id = d.id
    where d.workspace_id = ${id} and d.customer_id = any(${customerIds}::uuid[])
    order by d.created_at, a.article_id`.execute(tx)
  return rows
}
