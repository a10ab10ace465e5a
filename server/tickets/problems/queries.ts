import { type Insertable, type Selectable, sql } from 'kysely'
import { mostIncidents } from '#contract/tickets/links.ts'
import type { IncidentReplies } from '#database/types.ts'
import type { Values } from '#server/fields/values/check-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { TicketState } from '#server/tickets/ticket/ticket-state.ts'

type Texts = { texts: Record<string, string>; kind: 'solve' | 'fixed' }
export type ReplyRow = Omit<Selectable<IncidentReplies>, 'workspaceId' | keyof Texts> & Texts

export async function insertReply(
  tx: WorkspaceTx,
  { texts, ...reply }: Omit<Insertable<IncidentReplies>, 'texts'> & Pick<Texts, 'texts'>,
): Promise<string> {
  const { id } = await tx
    .insertInto('incidentReplies')
    .values({ ...reply, texts: JSON.stringify(texts) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores which incidents get the reply. Ids that name no ticket are left out. */
export const insertReplyTickets = (tx: WorkspaceTx, replyId: string, tickets: { id: string; version: string }[]) =>
  sql`insert into incident_reply_tickets (workspace_id, reply_id, ticket_id, version)
    select ${tx.workspaceId}, ${replyId}, t.id, s.version
    from unnest(${tickets.map(({ id }) => id)}::uuid[], ${tickets.map(({ version }) => version)}::text[]) s(id, version)
    join tickets t on t.workspace_id = ${tx.workspaceId} and t.id = s.id
    on conflict do nothing`.execute(tx)

export const findReply = (tx: WorkspaceTx, id: string): Promise<ReplyRow | undefined> =>
  tx
    .selectFrom('incidentReplies')
    .select(['id', 'problemId', 'memberId', 'body', 'round', 'sendAt', 'createdAt'])
    .select([sql<Texts['texts']>`texts`.as('texts'), sql<Texts['kind']>`kind`.as('kind')])
    .where('id', '=', id)
    .executeTakeFirst()

export const findReplyTicket = (tx: WorkspaceTx, replyId: string, ticketId: string) =>
  tx
    .selectFrom('incidentReplyTickets')
    .select(['version', 'messageId'])
    .where('replyId', '=', replyId)
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()

export const setMessage = (tx: WorkspaceTx, replyId: string, ticketId: string, messageId: string) =>
  tx
    .updateTable('incidentReplyTickets')
    .set({ messageId })
    .where('replyId', '=', replyId)
    .where('ticketId', '=', ticketId)
    .execute()

export type IncidentFacts = Pick<
  TicketState,
  | ('id' | 'number' | 'subject' | 'status' | 'trashedAt' | 'spamAt' | 'mergedInto' | 'requesterId')
  | ('lastCustomerSeq' | 'lastPublicSeq')
> & {
  customFields: Values
  customerFields: Values
  language: string | null
  customerName: string
  isErased: boolean
  isHeld: boolean
}

/** Lists what a reply needs to know of the incidents of a problem, first linked first. */
export async function listIncidentFacts(
  tx: WorkspaceTx,
  problemId: string,
  only: string[] | null = null,
): Promise<IncidentFacts[]> {
  const id = tx.workspaceId
  const { rows } = await sql<IncidentFacts>`
    select t.id, t.number, t.subject, t.status, t.trashed_at, t.spam_at, t.merged_into, t.requester_id,
      t.last_customer_seq, t.last_public_seq, t.custom_fields, c.language, c.name as customer_name,
      c.custom_fields as customer_fields,
      c.erased_at is not null as is_erased,
      exists (select from messages m
        where m.workspace_id = ${id} and m.ticket_id = t.id and m.sent_at is null) as is_held
    from ticket_links l
    join tickets t on t.workspace_id = ${id} and t.id = l.ticket_id
    join customers c on c.workspace_id = ${id} and c.id = t.requester_id
    where l.workspace_id = ${id} and l.other_id = ${problemId} and l.kind = 'incident_of'
      and (${only}::uuid[] is null or l.ticket_id = any(${only}::uuid[]))
    order by l.id limit ${sql.lit(mostIncidents)}`.execute(tx)
  return rows
}

/** The requesters of incidents with a reply about the problem since it was last reopened, sent or held. */
export async function listToldRequesters(tx: WorkspaceTx, problemId: string, round: number): Promise<Set<string>> {
  const id = tx.workspaceId
  const { rows } = await sql<{ requesterId: string }>`
    select distinct t.requester_id from incident_replies r
    join incident_reply_tickets i on i.workspace_id = ${id} and i.reply_id = r.id
    join messages m on m.workspace_id = ${id} and m.id = i.message_id and m.kind = 'reply'
    join tickets t on t.workspace_id = ${id} and t.id = i.ticket_id
    where r.workspace_id = ${id} and r.problem_id = ${problemId} and r.round = ${round}`.execute(tx)
  return new Set(rows.map(({ requesterId }) => requesterId))
}

export type ToldRow = {
  id: string
  ticketId: string
  kind: 'solve' | 'fixed'
  memberId: string
  sentAt: string
  recipients: string[]
}

type ToldPage = { before: string | undefined; limit: number }

/** Lists the replies that were sent, last written first. */
export async function listToldRows(
  tx: WorkspaceTx,
  problemId: string,
  { before, limit }: ToldPage,
): Promise<ToldRow[]> {
  const id = tx.workspaceId
  const { rows } = await sql<ToldRow>`
    select m.id, i.ticket_id, r.kind, r.member_id, m.sent_at,
      array(select o.recipient from outgoing_mails o
        where o.workspace_id = ${id} and o.message_id = m.id and o.kind = 'answer' order by o.recipient) as recipients
    from incident_replies r
    join incident_reply_tickets i on i.workspace_id = ${id} and i.reply_id = r.id
    join messages m on m.workspace_id = ${id} and m.id = i.message_id and m.kind = 'reply' and m.sent_at is not null
    where r.workspace_id = ${id} and r.problem_id = ${problemId} and (${before ?? null}::uuid is null or m.id < ${before ?? null})
    order by m.id desc limit ${limit}`.execute(tx)
  return rows
}

export async function countTold(tx: WorkspaceTx, problemId: string) {
  const id = tx.workspaceId
  const { rows } = await sql<{ customers: number; waiting: number }>`
    select (count(distinct t.requester_id) filter (where m.sent_at is not null))::int as customers,
      (count(*) filter (where m.sent_at is null))::int as waiting
    from incident_replies r
    join incident_reply_tickets i on i.workspace_id = ${id} and i.reply_id = r.id
    join messages m on m.workspace_id = ${id} and m.id = i.message_id and m.kind = 'reply'
    join tickets t on t.workspace_id = ${id} and t.id = i.ticket_id
    where r.workspace_id = ${id} and r.problem_id = ${problemId}`.execute(tx)
  return rows[0]!
}

/**
 * Makes batches that tell customers of the same problem wait for each other, so that each customer is told once. Call
 * this before a ticket is locked.
 */
export const lockTold = (tx: WorkspaceTx, problemId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`told ${tx.workspaceId} ${problemId}`}, 13))`.execute(tx)

export const findTextContext = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select(['name', 'domain', 'languages']).executeTakeFirstOrThrow()

export const findAuthor = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select(['name', 'surname']).where('id', '=', id).executeTakeFirstOrThrow()
