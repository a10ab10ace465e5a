import { sql } from 'kysely'
import { isEmailAddress } from '#contract/email-address.ts'
import { renameFiles } from '#server/files/erase-files.ts'
import { discardFiles } from '#server/files/keep-file.ts'
import { removeBytes } from '#server/files/remove-bytes.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { erasedSubject, type PersonEraser } from '#server/workspace/customers/person-eraser.ts'
import {
  detachFiles,
  listDraftTexts,
  listFilesOf,
  listIdsNaming,
  listIdsOfTicket,
  listWords,
  updateConversation,
  updateDraftText,
  updateMessage,
} from './queries.ts'

export { countMessagesNaming as countSideMessagesNaming } from './queries.ts'

/** Erases what names a person in the side conversations of a ticket, and all quotes. `isOwn`: it is their ticket. */
export async function eraseSideConversations(
  tx: WorkspaceTx,
  ticketId: string,
  { isOwn, eraser }: { isOwn: boolean; eraser: PersonEraser },
) {
  await eraseWords(tx, await listIdsOfTicket(tx, ticketId), { isOwn, eraser })
}

type Outsider = { addresses: string[]; replacement: string; eraser: PersonEraser }

/**
 * Erases a person from all side conversations: their messages with the files, their addresses, and what names them in
 * the words of others. Returns the side conversations.
 */
export async function eraseOutsider(tx: WorkspaceTx, { addresses, replacement, eraser }: Outsider): Promise<string[]> {
  const ids = await listIdsNaming(tx, addresses)
  const written = await tx
    .updateTable('sideMessages')
    .set({ address: replacement, name: '', bodyHtml: '', bodyText: '', quotedText: null, mailMessageId: null })
    .where(sql<boolean>`address = any(${addresses}::text[])`)
    .returning('id')
    .execute()
  const files = await detachFiles(
    tx,
    written.map(({ id }) => id),
  )
  await discardFiles(tx, files)
  await removeBytes(tx, { files })
  const replaced = sql<
    string[]
  >`array(select distinct case when r.address = any(${addresses}::text[]) then ${replacement} else r.address end
    from unnest(recipients) r(address))`
  await tx
    .updateTable('sideMessages')
    .set({ recipients: replaced })
    .where(sql<boolean>`recipients && ${addresses}::text[]`)
    .execute()
  await tx
    .updateTable('sideConversations')
    .set({ recipients: replaced })
    .where(sql<boolean>`recipients && ${addresses}::text[]`)
    .execute()
  await tx
    .updateTable('sideDrafts')
    .set({ recipients: replaced })
    .where(sql<boolean>`recipients && ${addresses}::text[]`)
    .execute()
  await eraseWords(tx, ids, { isOwn: false, eraser })
  return ids
}

async function eraseWords(tx: WorkspaceTx, ids: string[], { isOwn, eraser }: { isOwn: boolean; eraser: PersonEraser }) {
  const { conversations, messages } = await listWords(tx, ids)
  for (const { id, subject } of conversations)
    await updateConversation(tx, id, { subject: isOwn ? erasedSubject : eraser.text(subject) })
  for (const { id, name, bodyHtml, bodyText } of messages)
    await updateMessage(tx, id, {
      ...{ name: eraser.text(name), bodyHtml: eraser.html(bodyHtml), bodyText: eraser.text(bodyText) },
      quotedText: null,
    })
  await renameFiles(tx, await listFilesOf(tx, ids), eraser.text)
  await eraseDrafts(tx, ids, eraser)
}

async function eraseDrafts(tx: WorkspaceTx, ids: string[], eraser: PersonEraser) {
  if (ids.length === 0) return
  for (const draft of await listDraftTexts(tx, ids)) {
    const recipients = draft.recipients.map((typed) => (isEmailAddress(typed) ? typed : eraser.text(typed)))
    await updateDraftText(tx, { ...draft, recipients, html: eraser.html(draft.html) })
  }
}
