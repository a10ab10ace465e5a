import { type Insertable, type Selectable, sql } from 'kysely'
import { columns, type Messages } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Status } from '#server/tickets/ticket-state.ts'

export type MessageFlag = 'stranger' | 'thanks' | 'bounce' | 'automatic' | 'used-id'

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
    .where('seq', 'is', null)
    .execute()

export const updateMessage = (tx: WorkspaceTx, id: string, changes: Partial<MessageState>) =>
  tx.updateTable('messages').set(changes).where('id', '=', id).execute()

export const addFlag = (tx: WorkspaceTx, id: string, flag: MessageFlag) =>
  tx
    .updateTable('messages')
    .set({ flags: sql`array_append(flags, ${flag})` })
    .where('id', '=', id)
    .execute()

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

export const findMailSubject = (tx: WorkspaceTx, messageId: string) =>
  tx.selectFrom('inboundMails').select('subject').where('messageId', '=', messageId).limit(1).executeTakeFirst()

/** The latest message and the latest public one, for the snippets of the list. */
export async function findLatestTexts(tx: WorkspaceTx, ticketId: string) {
  const said = sql`
    select body_text from messages where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId} and seq is not null`
  const { rows } = await sql<{ latest: string | null; latestPublic: string | null }>`
    select (${said} order by seq desc limit 1) as latest,
      (${said} and kind = 'reply' order by seq desc limit 1) as latest_public`.execute(tx)
  return rows[0]!
}
