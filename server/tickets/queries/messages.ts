import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/seen-by.ts'
import type { Channel, Status } from '#server/tickets/ticket-state.ts'

export type MessageFlag = 'stranger' | 'thanks' | 'bounce' | 'automatic'

export type MessageState = {
  id: string
  ticketId: string
  seq: number | null
  kind: 'reply' | 'note'
  authorType: 'customer' | 'agent' | 'system'
  memberId: string | null
  customerId: string | null
  channel: Channel
  bodyHtml: string
  bodyText: string
  quotedText: string | null
  isAutomatic: boolean
  flags: MessageFlag[]
  statusAfter: Status | null
  sendAt: string | null
  sentAt: string | null
  redactedAt: string | null
  createdAt: string
}

export const messageColumns = [
  ...([
    'id',
    'ticketId',
    'seq',
    'kind',
    'authorType',
    'memberId',
    'customerId',
    'channel',
    'bodyHtml',
    'bodyText',
  ] as const),
  ...(['quotedText', 'isAutomatic', 'flags', 'statusAfter', 'sendAt', 'sentAt', 'redactedAt', 'createdAt'] as const),
] as const

export type NewMessageRow = Pick<
  MessageState,
  'ticketId' | 'seq' | 'kind' | 'authorType' | 'channel' | 'bodyHtml' | 'bodyText' | 'quotedText'
> &
  Partial<
    Pick<MessageState, 'memberId' | 'customerId' | 'isAutomatic' | 'flags' | 'statusAfter' | 'sendAt' | 'sentAt'>
  > & {
    mailMessageId?: string | null
  }

export async function insertMessage(tx: WorkspaceTx, message: NewMessageRow) {
  const { id } = await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function findMessage(tx: WorkspaceTx, ticketId: string, id: string) {
  const message = await tx
    .selectFrom('messages')
    .select(messageColumns)
    .where('ticketId', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst()
  return message as MessageState | undefined
}

/** Messages that are held or scheduled on a ticket; its lock guards them. */
export async function listHeldMessages(tx: WorkspaceTx, ticketId: string) {
  const held = await tx
    .selectFrom('messages')
    .select(messageColumns)
    .where('ticketId', '=', ticketId)
    .where('seq', 'is', null)
    .execute()
  return held as MessageState[]
}

type MessageChanges = Partial<{
  ticketId: string
  seq: number
  kind: 'reply'
  flags: MessageFlag[]
  sentAt: string
  bodyHtml: string
  bodyText: string
  quotedText: null
  redactedAt: string
}>

export const updateMessage = (tx: WorkspaceTx, id: string, changes: MessageChanges) =>
  tx.updateTable('messages').set(changes).where('id', '=', id).execute()

export const deleteMessage = (tx: WorkspaceTx, id: string) => tx.deleteFrom('messages').where('id', '=', id).execute()

/** Whether anybody but this member wrote after a message number. */
export async function hasNewerOfOthers(
  tx: WorkspaceTx,
  ticketId: string,
  seen: number,
  memberId: string,
): Promise<boolean> {
  const newer = await tx
    .selectFrom('messages')
    .select('id')
    .where('ticketId', '=', ticketId)
    .where('seq', '>', seen)
    .where(sql<boolean>`member_id is distinct from ${memberId}`)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

export type MessageRow = MessageState & {
  customerName: string | null
  customerEmail: string | null
  memberName: string | null
  memberEmail: string | null
  hasMail: boolean
}

const rows = sql`
  select m.id, m.ticket_id, m.seq, m.kind, m.author_type, m.member_id, m.customer_id, m.channel, m.body_html, m.body_text,
    m.quoted_text, m.is_automatic, m.flags, m.status_after, m.send_at, m.sent_at, m.redacted_at, m.created_at,
    c.name as customer_name, e.address as customer_email, trim(a.name || ' ' || a.surname) as member_name, a.email as member_email,
    exists (select from inbound_mails i where i.message_id = m.id and not i.is_purged) as has_mail
  from messages m
  left join customers c on c.id = m.customer_id
  left join customer_emails e on e.customer_id = m.customer_id and e.is_primary
  left join members a on a.id = m.member_id`

type Page = { reader: Reader; after: number; limit: number }

/** The numbered messages of a ticket that the reader may see, in order. */
export async function listMessageRows(tx: WorkspaceTx, ticketId: string, { reader, after, limit }: Page) {
  const { rows: found } = await sql<MessageRow>`${rows}
    where m.ticket_id = ${ticketId} and m.seq > ${after} ${reader.isCustomer ? sql`and m.kind = 'reply'` : sql``}
    order by m.seq limit ${sql.lit(limit)}`.execute(tx)
  return found
}

/** What the team still holds back, in the order it will go. */
export async function listHeldRows(tx: WorkspaceTx, ticketId: string) {
  const { rows: found } = await sql<MessageRow>`${rows}
    where m.ticket_id = ${ticketId} and m.seq is null order by m.send_at, m.id`.execute(tx)
  return found
}

export async function findMessageRow(tx: WorkspaceTx, id: string) {
  const { rows: found } = await sql<MessageRow>`${rows} where m.id = ${id}`.execute(tx)
  return found[0]
}

/** The latest said and the latest that customers may read, for the list. */
export async function findLatestTexts(tx: WorkspaceTx, ticketId: string) {
  const { rows: found } = await sql<{ latest: string | null; latestPublic: string | null }>`
    select (select body_text from messages where ticket_id = ${ticketId} and seq is not null order by seq desc limit 1) as latest,
      (select body_text from messages where ticket_id = ${ticketId} and seq is not null and kind = 'reply' order by seq desc limit 1)
        as latest_public`.execute(tx)
  return found[0]!
}
