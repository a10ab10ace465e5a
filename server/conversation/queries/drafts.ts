import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export const findDraft = (tx: WorkspaceTx, ticketId: string, memberId: string) =>
  tx
    .selectFrom('drafts')
    .select(['kind', 'html', 'fileIds', 'updatedAt'])
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

/** Without `fileIds` the files of the draft stay as they are. */
export const upsertDraft = (tx: WorkspaceTx, { ticketId, memberId, kind, html, fileIds }: NewDraft) =>
  tx
    .insertInto('drafts')
    .values({ ticketId, memberId, kind, html, fileIds: fileIds ?? [] })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'ticketId', 'memberId'])
        .doUpdateSet({ kind, html, ...(fileIds && { fileIds }), updatedAt: sql`excluded.updated_at` }),
    )
    .execute()

/** Puts a text in front of the draft that its author may have begun since, which stays what it is: a note never becomes a reply. */
export const prependToDraft = (tx: WorkspaceTx, { ticketId, memberId, kind, html, fileIds = [] }: NewDraft) =>
  tx
    .insertInto('drafts')
    .values({ ticketId, memberId, kind, html, fileIds })
    .onConflict((conflict) =>
      conflict.columns(['workspaceId', 'ticketId', 'memberId']).doUpdateSet({
        kind: sql`case when drafts.html <> '' or drafts.file_ids <> '{}' then drafts.kind else excluded.kind end`,
        html: sql`excluded.html || drafts.html`,
        fileIds: sql`excluded.file_ids || drafts.file_ids`,
        updatedAt: sql`excluded.updated_at`,
      }),
    )
    .execute()

export const deleteDraft = (tx: WorkspaceTx, ticketId: string, memberId: string) =>
  tx.deleteFrom('drafts').where('ticketId', '=', ticketId).where('memberId', '=', memberId).execute()
