import { sql } from 'kysely'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const findTicketOfMail = (tx: WorkspaceTx, ticketId: string) =>
  tx
    .selectFrom('tickets as t')
    .innerJoin('workspaces as w', 'w.id', 't.workspaceId')
    .innerJoin('serviceSettings as s', 's.workspaceId', 't.workspaceId')
    .select(['t.id', 't.number', 't.subject', 't.requesterId', 't.snippet', 't.status', 's.tellsSolved'])
    .select(['w.name as workspaceName', 'w.domain', 's.supportName', 'w.accentColor', 'w.timeZone'])
    .select(['s.signature', 't.mergedInto'])
    .where('t.id', '=', ticketId)
    .executeTakeFirst()

export type TicketOfMail = NonNullable<Awaited<ReturnType<typeof findTicketOfMail>>>

export const findAnswer = (tx: WorkspaceTx, messageId: string) =>
  tx
    .selectFrom('messages as m')
    .leftJoin('members as a', (join) =>
      join.onRef('a.workspaceId', '=', 'm.workspaceId').onRef('a.id', '=', 'm.memberId'),
    )
    .select(['m.id', 'm.seq', 'm.bodyHtml', 'm.bodyText', 'a.signature'])
    .select(sql<string>`trim(coalesce(a.name, '') || ' ' || coalesce(a.surname, ''))`.as('agentName'))
    .where('m.id', '=', messageId)
    .where('m.kind', '=', 'reply')
    .where('m.redactedAt', 'is', null)
    .executeTakeFirst()

export const listAnswerFiles = (tx: WorkspaceTx, messageId: string) =>
  tx
    .selectFrom('attachments as k')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'k.workspaceId').onRef('f.id', '=', 'k.fileId'))
    .select(['f.id', 'f.name', 'f.mime', 'f.bytes', sql<string>`coalesce(f.same_as, f.id)`.as('storedId')])
    .where('k.messageId', '=', messageId)
    .orderBy('k.position')
    .execute()

export type AnswerFile = Awaited<ReturnType<typeof listAnswerFiles>>[number]

export async function findLatestCustomerMessage(tx: WorkspaceTx, ticketId: string, beforeSeq: number | null) {
  const id = tx.workspaceId
  const { rows } = await sql<{
    bodyHtml: string
    bodyText: string
    customerId: string
    author: string
    sentAt: string
    mailMessageId: string | null
    mailSubject: string | null
  }>`
    select m.body_html, m.body_text, m.customer_id, coalesce(nullif(c.name, ''), e.address) as author, m.sent_at, m.mail_message_id,
      (select i.subject from inbound_mails i where i.workspace_id = ${id} and i.message_id = m.id limit 1) as mail_subject
    from messages m
    join customers c on c.workspace_id = ${id} and c.id = m.customer_id
    left join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary
    where m.workspace_id = ${id} and m.ticket_id = ${ticketId} and m.kind = 'reply' and m.author_type = 'customer'
      and not m.is_automatic and m.seq < ${beforeSeq ?? 2_000_000_000}
    order by m.seq desc limit 1`.execute(tx)
  return rows[0]
}

/** Lists the last 50 Message-IDs of a conversation, oldest first. Our own Message-IDs are built from `ownId`. */
export async function listThread(tx: WorkspaceTx, ticketId: string, beforeSeq: number | null) {
  const id = tx.workspaceId
  const before = beforeSeq ?? 2_000_000_000
  const { rows } = await sql<{ foreignId: string | null; ownId: string | null }>`
    select foreign_id, own_id from (
      select foreign_id, own_id, at from (
        select m.mail_message_id as foreign_id, null as own_id, m.sent_at as at from messages m
          where m.workspace_id = ${id} and m.ticket_id = ${ticketId} and m.kind = 'reply'
            and m.mail_message_id is not null and m.seq < ${before}
        union all
        select null, o.mail_message_id, min(o.created_at) from outgoing_mails o
          left join messages m on m.workspace_id = ${id} and m.id = o.message_id
          where o.workspace_id = ${id} and o.ticket_id = ${ticketId} and o.kind in ('answer', 'acknowledgement', 'solved')
            and coalesce(m.seq, 0) < ${before}
          group by o.mail_message_id) mails
      order by at desc, own_id nulls last limit 50) latest
    order by at, own_id nulls first`.execute(tx)
  return rows
}

type Solved = { solvedAt: string; channel: string; isAnswered: boolean; isAnsweredSince: boolean }

export async function findSolved(tx: WorkspaceTx, ticketId: string): Promise<Solved | undefined> {
  const { rows } = await sql<Solved>`
    select t.solved_at, t.channel, coalesce(a.last_at is not null, false) as is_answered,
      coalesce(a.last_at >= t.solved_at, false) as is_answered_since
    from tickets t
    left join lateral (select max(m.sent_at) as last_at from messages m where m.workspace_id = ${tx.workspaceId}
      and m.ticket_id = t.id and m.kind = 'reply' and m.author_type = 'agent') a on true
    where t.workspace_id = ${tx.workspaceId} and t.id = ${ticketId} and t.status in ('solved', 'closed')
      and t.solved_at is not null and t.spam_at is null and t.trashed_at is null and t.merged_into is null`.execute(tx)
  return rows[0]
}

export const findMailedMessage = (tx: WorkspaceTx, messageId: string) =>
  tx
    .selectFrom('messages')
    .select(['memberId', 'bodyText', 'mailMessageId'])
    .where('id', '=', messageId)
    .executeTakeFirst()

export async function findPersonName(tx: WorkspaceTx, personId: string): Promise<string> {
  const id = tx.workspaceId
  const { rows } = await sql<{ name: string }>`
    select coalesce(nullif(trim(name || ' ' || surname), ''), email) as name from members
      where workspace_id = ${id} and id = ${personId}
    union all select coalesce(nullif(c.name, ''), e.address) from customers c
      join customer_emails e on e.workspace_id = ${id} and e.customer_id = c.id and e.is_primary
      where c.workspace_id = ${id} and c.id = ${personId}
    limit 1`.execute(tx)
  return shownAddress(rows[0]?.name ?? '')
}
