import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { saveSideDraft as contract } from '#contract/tickets/side-conversations.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { draftConflict, listDraftFiles, readDraftFiles } from '#server/tickets/conversation/replies/save-draft.ts'
import { findSideConversation } from './find-side-conversation.ts'
import { deleteDraft, findDraft, writeDraft } from './queries.ts'

export async function showSideDraft(tx: WorkspaceTx, caller: Member, id: string) {
  await findSideConversation(tx, id)
  const draft = await findDraft(tx, id, caller.id)
  if (!draft) return { draft: null }
  const { recipients, fileIds, ...written } = draft
  return { draft: { ...written, to: recipients, attachments: await listDraftFiles(tx, fileIds, caller.id) } }
}

export async function saveSideDraft(
  tx: WorkspaceTx,
  caller: Member,
  id: string,
  { to, html, attachments, base, revision = randomUUID() }: BodyOf<typeof contract>,
) {
  await findSideConversation(tx, id)
  const fileIds = await readDraftFiles(tx, attachments, caller.id)
  const draft = { sideConversationId: id, memberId: caller.id, recipients: to, html, fileIds }
  if (!(await writeDraft(tx, draft, { base, revision })))
    throw new Refusal('conflict', { detail: draftConflict, shown: await showSideDraft(tx, caller, id) })
  const saved = await showSideDraft(tx, caller, id)
  if (saved.draft?.html.trim() || saved.draft?.attachments.length) return saved
  await deleteDraft(tx, id, caller.id)
  return { draft: null }
}

/**
 * Deletes the draft that becomes a message: the one with this revision, or any. null: there was none. Refuses if the
 * draft is gone, so that it is sent once.
 */
export async function endSideDraft(
  tx: WorkspaceTx,
  { id: memberId, key }: Member,
  id: string,
  revision: string | null | undefined,
) {
  if (revision === null || (revision === undefined && key)) return
  const isEnded = await deleteDraft(tx, id, memberId, revision)
  if (revision && !isEnded && !(await findDraft(tx, id, memberId))) throw new Refusal('draft-gone')
}
