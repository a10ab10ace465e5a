import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { SideConversations, SideMessages } from '#database/types.ts'
import { type AttachedFile, attachedFiles } from '#server/files/attached-files.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type SideConversationState = Omit<Selectable<SideConversations>, 'workspaceId' | 'createdAt' | 'lastMessageAt'>

const stateColumns = [
  ...(['id', 'ticketId', 'subject', 'recipients'] as const),
  ...(['lastSeq', 'lastAnswerSeq', 'closedAt'] as const),
] as const

const conversationWith = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('sideConversations').select(stateColumns).where('id', '=', id)

export const findConversation = (tx: WorkspaceTx, id: string): Promise<SideConversationState | undefined> =>
  conversationWith(tx, id).executeTakeFirst()

export const lockConversation = (tx: WorkspaceTx, id: string): Promise<SideConversationState | undefined> =>
  conversationWith(tx, id).forUpdate().executeTakeFirst()

export const insertConversation = (
  tx: WorkspaceTx,
  conversation: Pick<Insertable<SideConversations>, 'ticketId' | 'subject' | 'recipients'>,
): Promise<SideConversationState> =>
  tx.insertInto('sideConversations').values(conversation).returning(stateColumns).executeTakeFirstOrThrow()

export const updateConversation = (tx: WorkspaceTx, id: string, changes: Updateable<SideConversations>) =>
  tx.updateTable('sideConversations').set(changes).where('id', '=', id).execute()

/** Deletes a side conversation, unless a member has a draft in it. */
export const deleteConversation = (tx: WorkspaceTx, id: string) =>
  tx
    .deleteFrom('sideConversations')
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from side_drafts d
        where d.workspace_id = ${tx.workspaceId} and d.side_conversation_id = ${id})`,
    )
    .execute()

export async function countConversations(tx: WorkspaceTx, ticketId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sideConversations')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  return count
}

type ConversationRow = Selectable<SideConversations> & {
  messageCount: number
  isUnread: boolean
  hasDraft: boolean
  names: string[]
}

/**
 * Lists the side conversations of tickets, oldest first. The name of an address is the one in its last proven answer,
 * else that of its customer.
 */
export async function listConversationRows(
  tx: WorkspaceTx,
  of: { ticketIds: string[] } | { id: string },
  memberId: string,
): Promise<ConversationRow[]> {
  const id = tx.workspaceId
  const which = 'id' in of ? sql`s.id = ${of.id}` : sql`s.ticket_id = any(${of.ticketIds}::uuid[])`
  const { rows } = await sql<ConversationRow>`
    select s.*,
      (select count(*)::int from side_messages m
        where m.workspace_id = ${id} and m.side_conversation_id = s.id) as message_count,
      s.last_answer_seq > coalesce((select r.seq from side_reads r
        where r.workspace_id = ${id} and r.side_conversation_id = s.id and r.member_id = ${memberId}), 0) as is_unread,
      exists (select from side_drafts d
        where d.workspace_id = ${id} and d.side_conversation_id = s.id and d.member_id = ${memberId}) as has_draft,
      array(select coalesce(
          (select m.name from side_messages m
            where m.workspace_id = ${id} and m.side_conversation_id = s.id and m.address = r.address
              and m.name <> '' and not 'unverified' = any(m.flags)
            order by m.seq desc limit 1),
          (select c.name from customer_emails e join customers c on c.workspace_id = ${id} and c.id = e.customer_id
            where e.workspace_id = ${id} and e.address = r.address), '')
        from unnest(s.recipients) with ordinality r(address, place) order by r.place) as names
    from side_conversations s where s.workspace_id = ${id} and ${which}
    order by s.created_at, s.id`.execute(tx)
  return rows
}

type SideFlag = 'stranger' | 'unverified' | 'used-id'
type SideMessageState = Omit<Selectable<SideMessages>, 'flags'> & { flags: SideFlag[] }

export async function insertMessage(tx: WorkspaceTx, message: Insertable<SideMessages>, fileIds: string[]) {
  const { id } = await tx.insertInto('sideMessages').values(message).returning('id').executeTakeFirstOrThrow()
  const attachments = fileIds.map((fileId, position) => ({ sideMessageId: id, fileId, position }))
  if (attachments.length > 0) await tx.insertInto('sideAttachments').values(attachments).execute()
  return id
}

/** Returns the SQL condition for the messages `m` that are not mailed yet. */
const isWaiting = (workspaceId: string) => sql<boolean>`(m.send_at > now() and not exists (
  select from outgoing_mails o where o.workspace_id = ${workspaceId} and o.side_message_id = m.id and o.attempts > 0))`

export const findMessage = (tx: WorkspaceTx, sideConversationId: string, id: string) =>
  tx
    .selectFrom('sideMessages as m')
    .select(['m.id', 'm.seq', 'm.memberId', 'm.recipients', 'm.bodyHtml', 'm.forwardedMessageId'])
    .select(['m.mailMessageId', 'm.redactedAt'])
    .select(isWaiting(tx.workspaceId).as('isWaiting'))
    .where('m.sideConversationId', '=', sideConversationId)
    .where('m.id', '=', id)
    .executeTakeFirst()

export async function detachFiles(tx: WorkspaceTx, sideMessageIds: string[]): Promise<string[]> {
  if (sideMessageIds.length === 0) return []
  const detached = await tx
    .deleteFrom('sideAttachments')
    .where('sideMessageId', 'in', sideMessageIds)
    .returning('fileId')
    .execute()
  return detached.map(({ fileId }) => fileId)
}

export const deleteMessage = (tx: WorkspaceTx, id: string) =>
  tx.deleteFrom('sideMessages').where('id', '=', id).execute()

export const findLatestTime = (tx: WorkspaceTx, sideConversationId: string) =>
  tx
    .selectFrom('sideMessages')
    .select('createdAt')
    .where('sideConversationId', '=', sideConversationId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listFiles = (tx: WorkspaceTx, sideMessageId: string) =>
  tx
    .selectFrom('sideAttachments as a')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'a.workspaceId').onRef('f.id', '=', 'a.fileId'))
    .select(['f.id', 'f.name', 'f.mime', 'f.bytes'])
    .where('a.sideMessageId', '=', sideMessageId)
    .orderBy('a.position')
    .execute()

/** Returns whether the address got a message of the side conversation. */
export async function wasWrittenTo(tx: WorkspaceTx, { id, recipients }: SideConversationState, address: string) {
  if (recipients.includes(address)) return true
  const { rows } = await sql`
    select from side_messages where workspace_id = ${tx.workspaceId} and side_conversation_id = ${id}
      and ${address} = any(recipients) limit 1`.execute(tx)
  return rows.length > 0
}

/** Finds the side conversation that got a mail with one of these Message-IDs. */
export async function findIdByForeignId(tx: WorkspaceTx, messageIds: string[]): Promise<string | undefined> {
  if (messageIds.length === 0) return undefined
  const found = await tx
    .selectFrom('sideMessages')
    .select('sideConversationId')
    .where('mailMessageId', 'in', messageIds)
    .where(sql<boolean>`not 'used-id' = any(flags)`)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst()
  return found?.sideConversationId
}

export async function findIdOfMessage(tx: WorkspaceTx, sideMessageId: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('sideMessages')
    .select('sideConversationId')
    .where('id', '=', sideMessageId)
    .executeTakeFirst()
  return found?.sideConversationId
}

export const findForwardable = (tx: WorkspaceTx, ticketIds: string[], messageId: string) =>
  tx
    .selectFrom('messages')
    .select('id')
    .where('id', '=', messageId)
    .where('ticketId', 'in', ticketIds)
    .where('sentAt', 'is not', null)
    .where('redactedAt', 'is', null)
    .executeTakeFirst()

type Delivery = {
  address: string
  state: 'queued' | 'sent' | 'retrying' | 'failed' | 'bounced'
  reason: DeliveryReason | null
  nextTryAt: string | null
}
type Forwarded = { messageId: string; author: string; sentAt: string; text: string; files: AttachedFile[] }
export type SideMessageRow = SideMessageState & {
  memberName: string | null
  memberEmail: string | null
  isWaiting: boolean
  files: AttachedFile[]
  deliveries: Delivery[]
  forwarded: Forwarded | null
}

// Maximum bytes of the messages on a page. JSON makes a text at most six times larger.
const mostPageBytes = 196_608
const forwardedLetters = 2_000

/** Lists the newest messages before `before` that fit into a page, at least one. The oldest comes first. */
export async function listMessageRows(
  tx: WorkspaceTx,
  sideConversationId: string,
  { before, limit }: { before: number; limit: number },
): Promise<SideMessageRow[]> {
  const id = tx.workspaceId
  const latest = sql`select *, octet_length(body_html) + octet_length(body_text) + coalesce(octet_length(quoted_text), 0) as bytes
    from side_messages where workspace_id = ${id} and side_conversation_id = ${sideConversationId} and seq < ${before}
    order by seq desc limit ${limit}`
  const sized = sql`select *, sum(bytes) over newer as so_far, row_number() over newer as place
    from (${latest}) latest window newer as (order by seq desc)`
  const { rows } = await sql<SideMessageRow>`
    select m.*, ${isWaiting(id)} as is_waiting, trim(a.name || ' ' || a.surname) as member_name, a.email as member_email,
      ${attachedFiles(id, sql`select file_id, position from side_attachments where workspace_id = ${id} and side_message_id = m.id`)} as files,
      (select coalesce(json_agg(json_build_object('address', o.recipient, 'state', o.state, 'reason', o.reason,
          'nextTryAt', case when o.state = 'retrying' then o.next_try_at end) order by array_position(m.recipients, o.recipient)), '[]')
        from outgoing_mails o where o.workspace_id = ${id} and o.side_message_id = m.id and o.kind = 'side') as deliveries,
      (select json_build_object('messageId', f.id, 'sentAt', f.sent_at, 'text', left(f.body_text, ${sql.lit(forwardedLetters)}),
          'author', coalesce(nullif(c.name, ''), e.address, trim(w.name || ' ' || w.surname), ''),
          'files', ${attachedFiles(id, sql`select file_id, position from attachments where workspace_id = ${id} and message_id = f.id`)})
        from messages f
        left join customers c on c.workspace_id = ${id} and c.id = f.customer_id
        left join customer_emails e on e.workspace_id = ${id} and e.customer_id = f.customer_id and e.is_primary
        left join members w on w.workspace_id = ${id} and w.id = f.member_id
        where f.workspace_id = ${id} and f.id = m.forwarded_message_id and f.redacted_at is null) as forwarded
    from (${sized}) m
    left join members a on a.workspace_id = ${id} and a.id = m.member_id
    where m.so_far <= ${sql.lit(mostPageBytes)} or m.place = 1
    order by m.seq`.execute(tx)
  return rows
}

export const hasEarlier = async (tx: WorkspaceTx, sideConversationId: string, seq: number): Promise<boolean> =>
  (await tx
    .selectFrom('sideMessages')
    .select('id')
    .where('sideConversationId', '=', sideConversationId)
    .where('seq', '<', seq)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const upsertRead = (tx: WorkspaceTx, sideConversationId: string, memberId: string, seq: number) =>
  tx
    .insertInto('sideReads')
    .values({ sideConversationId, memberId, seq })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'sideConversationId', 'memberId'])
        .doUpdateSet({ seq: sql`excluded.seq` })
        .where('sideReads.seq', '<', seq),
    )
    .execute()

export const updateMessage = (tx: WorkspaceTx, id: string, changes: Updateable<SideMessages>) =>
  tx.updateTable('sideMessages').set(changes).where('id', '=', id).execute()

export async function listIdsOfTicket(tx: WorkspaceTx, ticketId: string): Promise<string[]> {
  const rows = await tx.selectFrom('sideConversations').select('id').where('ticketId', '=', ticketId).execute()
  return rows.map(({ id }) => id)
}

/** Lists the side conversations in which one of these addresses wrote, was written to, or is in a draft. */
export async function listIdsNaming(tx: WorkspaceTx, addresses: string[]): Promise<string[]> {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string }>`
    select id from side_conversations where workspace_id = ${id} and recipients && ${addresses}::text[]
    union select side_conversation_id from side_messages
      where workspace_id = ${id} and (address = any(${addresses}::text[]) or recipients && ${addresses}::text[])
    union select side_conversation_id from side_drafts
      where workspace_id = ${id} and recipients && ${addresses}::text[]`.execute(tx)
  return rows.map((row) => row.id)
}

/** Counts the messages of side conversations that one of these addresses wrote or got. */
export async function countMessagesNaming(tx: WorkspaceTx, addresses: string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('sideMessages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<boolean>`(address = any(${addresses}::text[]) or recipients && ${addresses}::text[])`)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the subjects and the messages of side conversations, with the messages locked. */
export async function listWords(tx: WorkspaceTx, ids: string[]) {
  if (ids.length === 0) return { conversations: [], messages: [] }
  const conversations = await tx
    .selectFrom('sideConversations')
    .select(['id', 'subject'])
    .where('id', 'in', ids)
    .execute()
  const messages = await tx
    .selectFrom('sideMessages')
    .select(['id', 'name', 'bodyHtml', 'bodyText'])
    .where('sideConversationId', 'in', ids)
    .forUpdate()
    .execute()
  return { conversations, messages }
}

export async function listFilesOf(tx: WorkspaceTx, conversationIds: string[]) {
  const id = tx.workspaceId
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from side_messages m
    join side_attachments a on a.workspace_id = ${id} and a.side_message_id = m.id
    join files f on f.workspace_id = ${id} and f.id = a.file_id
    where m.workspace_id = ${id} and m.side_conversation_id = any(${conversationIds}::uuid[])`.execute(tx)
  return rows
}

export const findDraft = (tx: WorkspaceTx, sideConversationId: string, memberId: string) =>
  tx
    .selectFrom('sideDrafts')
    .select(['recipients', 'html', 'fileIds', 'revision', 'updatedAt'])
    .where('sideConversationId', '=', sideConversationId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()

type NewDraft = {
  sideConversationId: string
  memberId: string
  recipients: string[]
  html: string
  fileIds: string[] | undefined
}

/**
 * Saves a draft. Returns false if the stored draft does not have the revision `base`; null: there is none yet. A
 * repeated call with the same `revision` succeeds. Without `fileIds`, the files do not change.
 */
export async function writeDraft(
  tx: WorkspaceTx,
  { sideConversationId, memberId, recipients, html, fileIds }: NewDraft,
  { base, revision }: { base: string | null | undefined; revision: string },
): Promise<boolean> {
  const own = [revision, ...(base ? [base] : [])]
  const { numAffectedRows = 0n } = await sql`
    insert into side_drafts as d (workspace_id, side_conversation_id, member_id, recipients, html, file_ids, revision)
    select ${tx.workspaceId}, ${sideConversationId}, ${memberId}, ${recipients}::text[], ${html},
      coalesce(${fileIds ?? null}::uuid[], '{}'), ${revision}::uuid
    where ${!base}::boolean or exists (select from side_drafts o
      where o.workspace_id = ${tx.workspaceId} and o.side_conversation_id = ${sideConversationId}
        and o.member_id = ${memberId} and o.revision = any(${own}::uuid[]))
    on conflict (workspace_id, side_conversation_id, member_id) do update
      set recipients = excluded.recipients, html = excluded.html, revision = excluded.revision,
        file_ids = coalesce(${fileIds ?? null}::uuid[], d.file_ids), updated_at = excluded.updated_at
      where ${base === undefined}::boolean or d.revision = any(${own}::uuid[])`.execute(tx)
  return numAffectedRows > 0n
}

export const deleteDraft = (tx: WorkspaceTx, sideConversationId: string, memberId: string, revision?: string) =>
  tx
    .deleteFrom('sideDrafts')
    .where('sideConversationId', '=', sideConversationId)
    .where('memberId', '=', memberId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision!))
    .returning('revision')
    .executeTakeFirst()

export const listDraftTexts = (tx: WorkspaceTx, conversationIds: string[]) =>
  tx
    .selectFrom('sideDrafts')
    .select(['sideConversationId', 'memberId', 'recipients', 'html'])
    .where('sideConversationId', 'in', conversationIds)
    .forUpdate()
    .execute()

export const updateDraftText = (
  tx: WorkspaceTx,
  { sideConversationId, memberId, recipients, html }: Omit<NewDraft, 'fileIds'>,
) =>
  tx
    .updateTable('sideDrafts')
    .set({ recipients, html })
    .where('sideConversationId', '=', sideConversationId)
    .where('memberId', '=', memberId)
    .execute()
