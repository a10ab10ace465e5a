import { type Insertable, type Selectable, sql } from 'kysely'
import { columns, type Messages } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges, noteDeleted } from '#server/search/following/note-changes.ts'
import type { Status } from '#server/tickets/ticket/ticket-state.ts'

export type MessageFlag = 'stranger' | 'thanks' | 'bounce' | 'automatic' | 'used-id' | 'unverified'

/** Types that no check of the database enforces. */
type Words = { flags: MessageFlag[]; statusAfter: Status | null }
export type MessageState = Omit<Selectable<Messages>, keyof Words> & Words
export type NewMessageRow = Omit<Insertable<Messages>, keyof Words> & Partial<Words>

export async function insertMessage(tx: WorkspaceTx, message: NewMessageRow) {
  const { id } = await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  noteChanges(tx, 'message', [id])
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

/** What somebody who is not on the ticket wrote, and waits to be let in, in its order. */
export const listWaiting = (tx: WorkspaceTx, ticketId: string, customerId: string) =>
  tx
    .selectFrom('messages')
    .select(columns.messages)
    .$narrowType<Words>()
    .where('ticketId', '=', ticketId)
    .where('customerId', '=', customerId)
    .where('waitsAs', 'is not', null)
    .where('redactedAt', 'is', null)
    .orderBy('seq')
    .execute()

/** Messages that are held or scheduled on a ticket; its lock guards them. */
export const listHeldMessages = (tx: WorkspaceTx, ticketId: string) =>
  tx
    .selectFrom('messages')
    .select(columns.messages)
    .$narrowType<Words>()
    .where('ticketId', '=', ticketId)
    .where('sentAt', 'is', null)
    .execute()

export function updateMessage(tx: WorkspaceTx, id: string, changes: Partial<MessageState>) {
  noteChanges(tx, 'message', [id])
  return tx.updateTable('messages').set(changes).where('id', '=', id).execute()
}

export function addFlag(tx: WorkspaceTx, id: string, flag: MessageFlag) {
  noteChanges(tx, 'message', [id])
  return tx
    .updateTable('messages')
    .set({ flags: sql`array_append(flags, ${flag})` })
    .where('id', '=', id)
    .execute()
}

export function deleteMessage(tx: WorkspaceTx, id: string) {
  noteDeleted(tx, 'message', [id])
  return tx.deleteFrom('messages').where('id', '=', id).execute()
}

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

export async function giveMessages(tx: WorkspaceTx, ticketId: string, { from, to }: { from: string; to: string }) {
  const given = await tx
    .updateTable('messages')
    .set({ customerId: to })
    .where('ticketId', '=', ticketId)
    .where('customerId', '=', from)
    .returning('id')
    .execute()
  const ids = given.map(({ id }) => id)
  noteChanges(tx, 'message', ids)
}
