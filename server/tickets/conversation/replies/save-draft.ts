import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { saveDraft as contract } from '#contract/tickets/messages.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cleanComposed } from '#server/tickets/conversation/messages/compose-text.ts'
import { deleteDraft, findDraft, writeDraft } from '#server/tickets/conversation/queries/drafts.ts'
import { findOwnUploads, listFiles } from '#server/tickets/conversation/queries/messages.ts'
import { findSeenTicket } from '#server/tickets/ticket/find-ticket.ts'

export async function showDraft(tx: WorkspaceTx, caller: Member, ticketId: string) {
  await findSeenTicket(tx, ticketId, caller)
  const draft = await findDraft(tx, ticketId, caller.id)
  if (!draft) return { draft: null }
  const { fileIds, isClean, html, ...written } = draft
  return {
    draft: {
      ...written,
      html: isClean ? html : cleanComposed({ html }).html,
      attachments: await listDraftFiles(tx, fileIds, caller.id),
    },
  }
}

/** Lists the files of a draft that are still uploads of its author. */
export async function listDraftFiles(tx: WorkspaceTx, fileIds: string[], memberId: string) {
  const own = new Set(await findOwnUploads(tx, fileIds, memberId))
  return listFiles(
    tx,
    fileIds.filter((id) => own.has(id)),
  )
}

/** Returns the ids of the files of a draft, each once. Refuses files that are no uploads of its author. */
export async function readDraftFiles(tx: WorkspaceTx, attachments: string[] | undefined, memberId: string) {
  const fileIds = attachments && [...new Set(attachments)]
  if (fileIds && (await findOwnUploads(tx, fileIds, memberId)).length !== fileIds.length)
    throw new Refusal('file-not-found')
  return fileIds
}

export async function saveDraft(
  tx: WorkspaceTx,
  caller: Member,
  ticketId: string,
  { kind, html, attachments, macro, base, revision = randomUUID() }: BodyOf<typeof contract>,
) {
  await findSeenTicket(tx, ticketId, caller)
  const fileIds = await readDraftFiles(tx, attachments, caller.id)
  const draft = { ticketId, memberId: caller.id, kind, html, fileIds, macro }
  if (!(await writeDraft(tx, draft, { base, revision })))
    throw new Refusal('conflict', { detail: draftConflict, shown: await showDraft(tx, caller, ticketId) })
  const saved = await showDraft(tx, caller, ticketId)
  if (saved.draft?.html.trim() || saved.draft?.attachments.length || saved.draft?.macro) return saved
  await deleteDraft(tx, ticketId, caller.id)
  return { draft: null }
}

export const draftConflict = 'This draft was changed in another window. Nothing was saved over it.'
