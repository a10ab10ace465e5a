import { sql } from 'kysely'
import { mostKept } from '#contract/tickets/message-text.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const findDraft = (tx: WorkspaceTx, ticketId: string, memberId: string) =>
  tx
    .selectFrom('drafts')
    .select(['kind', 'html', 'isClean', 'fileIds', 'revision', 'updatedAt'])
    .where('ticketId', '=', ticketId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()

type NewDraft = {
  ticketId: string
  memberId: string
  kind: 'reply' | 'note'
  html: string
  fileIds?: string[] | undefined
}

type Version = {
  /** The revision that the save replaces. null: there is no draft yet. undefined: any revision. */
  base: string | null | undefined
  revision: string
}

/**
 * Saves a draft. Returns false if the stored draft does not have the revision `base`. A repeated call with the same
 * `revision` succeeds. Without `fileIds`, the files of the draft do not change.
 */
export async function writeDraft(tx: WorkspaceTx, draft: NewDraft, { base, revision }: Version): Promise<boolean> {
  const { ticketId, memberId, kind, html, fileIds } = draft
  const changes = { kind, html, revision, isClean: true, ...(fileIds && { fileIds }) }
  const own = base ? [base, revision] : [revision]
  if (base) {
    const { numUpdatedRows } = await tx
      .updateTable('drafts')
      .set({ ...changes, updatedAt: sql`now()` })
      .where('ticketId', '=', ticketId)
      .where('memberId', '=', memberId)
      .where('revision', 'in', own)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('drafts')
    .values({ ticketId, memberId, fileIds: [], ...changes })
    .onConflict((conflict) => {
      const update = conflict
        .columns(['workspaceId', 'ticketId', 'memberId'])
        .doUpdateSet({ ...changes, updatedAt: sql`excluded.updated_at` })
      return base === undefined ? update : update.where('drafts.revision', 'in', own)
    })
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

// Limits for adding held replies to a draft. Within these limits, the author can always save the draft.
const mostHtml = mostKept.member / 4
const mostFiles = 100

/**
 * Adds a text to the beginning of its author's draft. A draft with content keeps its kind, note or reply. Returns
 * false, and changes nothing, if the result is too large.
 */
export async function prependToDraft(tx: WorkspaceTx, { ticketId, memberId, kind, html, fileIds = [] }: NewDraft) {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('drafts')
    .values({ ticketId, memberId, kind, html, isClean: true, fileIds })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'ticketId', 'memberId'])
        .doUpdateSet({
          kind: sql`case when drafts.html <> '' or drafts.file_ids <> '{}' then drafts.kind else excluded.kind end`,
          html: sql`excluded.html || drafts.html`,
          fileIds: sql`excluded.file_ids || drafts.file_ids`,
          revision: sql`excluded.revision`,
          updatedAt: sql`excluded.updated_at`,
        })
        .where(sql<boolean>`octet_length(excluded.html) + octet_length(drafts.html) <= ${sql.lit(mostHtml)}`)
        .where(sql<boolean>`cardinality(excluded.file_ids) + cardinality(drafts.file_ids) <= ${sql.lit(mostFiles)}`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export const deleteDraft = (tx: WorkspaceTx, ticketId: string, memberId: string, revision?: string) =>
  tx
    .deleteFrom('drafts')
    .where('ticketId', '=', ticketId)
    .where('memberId', '=', memberId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision!))
    .execute()

export const copyDrafts = (tx: WorkspaceTx, { from, to }: { from: string; to: string }) =>
  sql`insert into drafts (workspace_id, ticket_id, member_id, kind, html, file_ids, is_clean, revision, updated_at)
    select workspace_id, ${to}, member_id, kind, html, file_ids, is_clean, revision, updated_at from drafts
    where workspace_id = ${tx.workspaceId} and ticket_id = ${from}
    on conflict do nothing`.execute(tx)

export const deleteCopiedDrafts = (tx: WorkspaceTx, { from, to }: { from: string; to: string }) =>
  sql`delete from drafts copy using drafts original
    where copy.workspace_id = ${tx.workspaceId} and copy.ticket_id = ${to}
      and original.workspace_id = ${tx.workspaceId} and original.ticket_id = ${from}
      and original.member_id = copy.member_id and original.revision = copy.revision`.execute(tx)
