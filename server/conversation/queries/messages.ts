import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { columns, type Messages } from '#database/types.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/caller.ts'
import type { Status } from '#server/tickets/ticket-state.ts'
import type { AttachedFile } from './attachments.ts'

export type MessageFlag = 'stranger' | 'thanks' | 'bounce' | 'automatic'

/** Types that no check of the database enforces. */
type Words = { flags: MessageFlag[]; statusAfter: Status | null }
export type MessageState = Omit<Selectable<Messages>, keyof Words> & Words
export type NewMessageRow = Omit<Insertable<Messages>, keyof Words> & Partial<Words>

export async function insertMessage(tx: WorkspaceTx, message: NewMessageRow) {
  const { id } = await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  return id
}

export const findMessage = (tx: WorkspaceTx, ticketId: string, id: string) =>
  tx
    .selectFrom('messages')
    .select(columns.messages)
    .$narrowType<Words>()
    .where('ticketId', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Messages that are held or scheduled on a ticket; its lock guards them. */
export const listHeldMessages = (tx: WorkspaceTx, ticketId: string) =>
  tx
    .selectFrom('messages')
    .select(columns.messages)
    .$narrowType<Words>()
    .where('ticketId', '=', ticketId)
    .where('sentAt', 'is', null)
    .execute()

export const updateMessage = (tx: WorkspaceTx, id: string, changes: Partial<MessageState>) =>
  tx.updateTable('messages').set(changes).where('id', '=', id).execute()

export const deleteMessage = (tx: WorkspaceTx, id: string) => tx.deleteFrom('messages').where('id', '=', id).execute()

/** What anybody but this member wrote after a message number: what was said before what is about to go. */
export const findNewerOfOthers = (tx: WorkspaceTx, ticketId: string, seen: number, memberId: string) =>
  tx
    .selectFrom('messages as m')
    .leftJoin('members as a', (join) =>
      join.onRef('a.workspaceId', '=', 'm.workspaceId').onRef('a.id', '=', 'm.memberId'),
    )
    .select(['m.bodyText', 'm.sendAt', 'm.sentAt', 'a.email'])
    .select(sql<string>`trim(a.name || ' ' || a.surname)`.as('memberName'))
    .where('m.ticketId', '=', ticketId)
    .where('m.seq', '>', seen)
    .where(sql<boolean>`m.member_id is distinct from ${memberId}`)
    .orderBy(sql`m.sent_at is null`)
    .orderBy('m.sendAt')
    .limit(1)
    .executeTakeFirst()

/** Whether a message went out with a higher number. */
export async function isOvertaken(tx: WorkspaceTx, { ticketId, seq }: Pick<MessageState, 'ticketId' | 'seq'>) {
  const later = await tx
    .selectFrom('messages')
    .select('id')
    .where('ticketId', '=', ticketId)
    .where('seq', '>', seq)
    .where('sentAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

export type MessageRow = MessageState & {
  customerName: string | null
  customerEmail: string | null
  memberName: string | null
  memberEmail: string | null
  hasMail: boolean
  files: AttachedFile[]
}

/** The people, mails and files of some messages, which stand as `m`. */
const withPeople = (id: string, messages: RawBuilder<unknown>) => sql`
  select ${sql.join(columns.messages.map((name) => sql.ref(`m.${name}`)))},
    c.name as customer_name, e.address as customer_email, trim(a.name || ' ' || a.surname) as member_name, a.email as member_email,
    exists (select from inbound_mails i where i.workspace_id = ${id} and i.message_id = m.id and not i.is_purged) as has_mail,
    (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mime', f.mime, 'bytes', f.bytes,
        'isInline', f.is_inline) order by k.position), '[]')
      from attachments k join files f on f.workspace_id = ${id} and f.id = k.file_id
      where k.workspace_id = ${id} and k.message_id = m.id) as files
  from (${messages}) m
  left join customers c on c.workspace_id = ${id} and c.id = m.customer_id
  left join customer_emails e on e.workspace_id = ${id} and e.customer_id = m.customer_id and e.is_primary
  left join members a on a.workspace_id = ${id} and a.id = m.member_id`

type Page = { reader: Reader; after: number; limit: number }

const writeRows = (isForCustomer: boolean) =>
  statement<MessageRow, { ticketId: string; after: number; limit: number }>(
    ({ workspaceId, ticketId, after, limit }) => {
      const ofTicket = sql`select * from messages where workspace_id = ${workspaceId} and ticket_id = ${ticketId}`
      const kinds = isForCustomer ? sql`and kind = 'reply'` : sql``
      const numbered = sql`(${ofTicket} and sent_at is not null and seq > ${after} ${kinds} order by seq limit ${limit})`
      const shown = isForCustomer ? numbered : sql`${numbered} union all ${ofTicket} and sent_at is null`
      return sql`${withPeople(workspaceId, shown)} order by m.sent_at is null, case when m.sent_at is null then m.send_at end, m.seq`
    },
  )
const rowsForCustomer = writeRows(true)
const rowsForTeam = writeRows(false)

/** The numbered messages of a ticket that the reader may see, in order; behind them what the team still holds back. */
export const listMessageRows = (tx: WorkspaceTx, ticketId: string, { reader, after, limit }: Page) =>
  (reader.kind === 'customer' ? rowsForCustomer : rowsForTeam)(tx, { ticketId, after, limit })

const rowById = statement<MessageRow, { id: string }>(({ workspaceId, id }) =>
  withPeople(workspaceId, sql`select * from messages where workspace_id = ${workspaceId} and id = ${id}`),
)

export async function findMessageRow(tx: WorkspaceTx, id: string): Promise<MessageRow | undefined> {
  const [row] = await rowById(tx, { id })
  return row
}

export const findMailSubject = (tx: WorkspaceTx, messageId: string) =>
  tx.selectFrom('inboundMails').select('subject').where('messageId', '=', messageId).limit(1).executeTakeFirst()

/** The latest message and the latest public one, for the snippets of the list. */
export async function findLatestTexts(tx: WorkspaceTx, ticketId: string) {
  const said = sql`
    select body_text from messages where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId} and sent_at is not null`
  const { rows } = await sql<{ latest: string | null; latestPublic: string | null }>`
    select (${said} order by seq desc limit 1) as latest,
      (${said} and kind = 'reply' order by seq desc limit 1) as latest_public`.execute(tx)
  return rows[0]!
}
