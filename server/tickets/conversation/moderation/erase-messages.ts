import { sql } from 'kysely'
import { renameFiles } from '#server/files/erase-files.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { now } from '#server/tickets/ticket/ticket-state.ts'
import type { PersonEraser } from '#server/workspace/customers/person-eraser.ts'

type Message = { id: string; bodyHtml: string; bodyText: string; isOwn: boolean }

/**
 * Deletes the texts and files of the messages of these customers on a ticket, and the quotes of all messages. In what
 * others wrote, replaces what names the customers.
 */
export async function eraseMessages(tx: WorkspaceTx, ticketId: string, customerIds: string[], eraser: PersonEraser) {
  const messages = await listMessages(tx, ticketId, customerIds)
  const own = messages.filter(({ isOwn }) => isOwn).map(({ id }) => id)
  if (own.length > 0) {
    await tx
      .updateTable('messages')
      .set({ bodyHtml: '', bodyText: '', quotedText: null, mailMessageId: null, redactedAt: now })
      .where('id', 'in', own)
      .execute()
    const detached = await tx.deleteFrom('attachments').where('messageId', 'in', own).returning('fileId').execute()
    const files = detached.map(({ fileId }) => fileId)
    await discardFiles(tx, files)
    await removeBytes(tx, { files })
  }
  await tx.updateTable('messages').set({ quotedText: null }).where('ticketId', '=', ticketId).execute()
  for (const { id, bodyHtml, bodyText, isOwn } of messages) {
    const [html, text] = [eraser.html(bodyHtml), eraser.text(bodyText)]
    if (isOwn || (html === bodyHtml && text === bodyText)) continue
    await tx.updateTable('messages').set({ bodyHtml: html, bodyText: text }).where('id', '=', id).execute()
  }
  const { rows: files } = await sql<{ id: string; name: string }>`
    select f.id, f.name from messages m
    join attachments a on a.workspace_id = ${tx.workspaceId} and a.message_id = m.id
    join files f on f.workspace_id = ${tx.workspaceId} and f.id = a.file_id
    where m.workspace_id = ${tx.workspaceId} and m.ticket_id = ${ticketId}`.execute(tx)
  await renameFiles(tx, files, eraser.text)
  await eraseDrafts(tx, ticketId, eraser)
  noteChanges(
    tx,
    'message',
    messages.map(({ id }) => id),
  )
}

async function listMessages(tx: WorkspaceTx, ticketId: string, customerIds: string[]) {
  const { rows } = await sql<Message>`
    select id, body_html, body_text, author_type = 'customer' and customer_id = any(${customerIds}::uuid[]) as is_own
    from messages where workspace_id = ${tx.workspaceId} and ticket_id = ${ticketId} for update`.execute(tx)
  return rows
}

async function eraseDrafts(tx: WorkspaceTx, ticketId: string, eraser: PersonEraser) {
  const drafts = await tx
    .selectFrom('drafts')
    .select(['memberId', 'kind', 'html'])
    .where('ticketId', '=', ticketId)
    .execute()
  for (const { memberId, kind, html } of drafts.filter((draft) => eraser.html(draft.html) !== draft.html)) {
    await tx
      .updateTable('drafts')
      .set({ html: eraser.html(html) })
      .where('ticketId', '=', ticketId)
      .where('memberId', '=', memberId)
      .where('kind', '=', kind)
      .execute()
  }
}
