import { type Insertable, type Selectable, sql } from 'kysely'
import type { MessageChanges } from '#contract/tickets/changes.ts'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import { columns, type Messages } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges, noteDeleted } from '#server/search/following/note-changes.ts'
import type { Status } from '#server/tickets/ticket/ticket-state.ts'

export type MessageFlag = 'stranger' | 'thanks' | 'bounce' | 'automatic' | 'used-id' | 'unverified' | 'problem-fixed'

type Words = { flags: MessageFlag[]; statusAfter: Status | null }
export type MessageState = Omit<Selectable<Messages>, keyof Words | 'macro' | 'changesAfter'> &
  Words & { macro: PendingMacro | null; changesAfter: MessageChanges | null }
export type NewMessageRow = Omit<Insertable<Messages>, keyof Words> & Partial<Words>

export async function insertMessage(tx: WorkspaceTx, message: NewMessageRow, fileIds: string[]) {
  const { id } = await tx.insertInto('messages').values(message).returning('id').executeTakeFirstOrThrow()
  noteChanges(tx, 'message', [id])
  const attachments = fileIds.map((fileId, position) => ({ messageId: id, fileId, position }))
  if (attachments.length > 0) await tx.insertInto('attachments').values(attachments).execute()
  return id
}

export async function insertMentions(tx: WorkspaceTx, messageId: string, memberIds: string[]) {
  const rows = memberIds.map((memberId) => ({ messageId, memberId }))
  if (rows.length > 0) await tx.insertInto('noteMentions').values(rows).execute()
}

const messagesOf = (tx: WorkspaceTx, ticketId: string) =>
  tx.selectFrom('messages').select(columns.messages).$castTo<MessageState>().where('ticketId', '=', ticketId)

export const findMessage = (tx: WorkspaceTx, ticketId: string, id: string) =>
  messagesOf(tx, ticketId).where('id', '=', id).executeTakeFirst()

export const listWaiting = (tx: WorkspaceTx, ticketId: string, customerId: string) =>
  messagesOf(tx, ticketId)
    .where('customerId', '=', customerId)
    .where('waitsAs', 'is not', null)
    .where('redactedAt', 'is', null)
    .orderBy('seq')
    .execute()

/** Lists the messages that are held for later sending. Call this with the ticket locked. */
export const listHeldMessages = (tx: WorkspaceTx, ticketId: string) =>
  messagesOf(tx, ticketId).where('sentAt', 'is', null).execute()

export type HeldChanges = { id: string; changesAfter: MessageChanges; macro: PendingMacro | null }

/** Locks the held replies that change tags when they are sent: all, or those with one of the ids. */
export async function lockHeldWithTags(tx: WorkspaceTx, ids?: string[]): Promise<HeldChanges[]> {
  const { rows } = await sql<HeldChanges>`
    select id, changes_after, macro from messages
    where workspace_id = ${tx.workspaceId} and sent_at is null
      and (changes_after ? 'addTags' or changes_after ? 'removeTags')
      and (${ids ?? null}::uuid[] is null or id = any(${ids ?? null}::uuid[]))
    order by id for update`.execute(tx)
  return rows
}

export const setChangesOfHeld = (tx: WorkspaceTx, { id, changesAfter, macro }: HeldChanges) =>
  tx
    .updateTable('messages')
    .set({ changesAfter: JSON.stringify(changesAfter), macro: macro && JSON.stringify(macro) })
    .where('id', '=', id)
    .execute()

export const listSentMessages = (tx: WorkspaceTx, ticketId: string) =>
  messagesOf(tx, ticketId).where('sentAt', 'is not', null).orderBy('seq').execute()

export function updateMessage(
  tx: WorkspaceTx,
  id: string,
  changes: Partial<Omit<MessageState, 'macro' | 'changesAfter'> & { macro: null; changesAfter: null }>,
) {
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

/** Finds a message of another author with a number above `seen`. Prefers sent messages to held messages. */
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

type AttachedFile = {
  id: string
  name: string
  mime: string
  bytes: number
  isInline: boolean
}

export const listAttachedFiles = (tx: WorkspaceTx, messageId: string): Promise<AttachedFile[]> =>
  tx
    .selectFrom('attachments as a')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'a.workspaceId').onRef('f.id', '=', 'a.fileId'))
    .select(['f.id', 'f.name', 'f.mime', 'f.bytes', 'f.isInline'])
    .where('a.messageId', '=', messageId)
    .orderBy('a.position')
    .execute()

export async function detachFiles(tx: WorkspaceTx, messageId: string): Promise<string[]> {
  const detached = await tx.deleteFrom('attachments').where('messageId', '=', messageId).returning('fileId').execute()
  return detached.map(({ fileId }) => fileId)
}

export async function listFiles(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return []
  const files = await tx
    .selectFrom('files')
    .select(['id', 'name', 'mime', 'bytes', 'isInline'])
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap((id) => files.find((file) => file.id === id) ?? [])
}

export async function findOwnUploads(tx: WorkspaceTx, ids: string[], uploaderId: string): Promise<string[]> {
  if (ids.length === 0) return []
  const files = await tx
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .where('uploaderId', '=', uploaderId)
    .where('isKept', '=', false)
    .execute()
  return files.map(({ id }) => id)
}
