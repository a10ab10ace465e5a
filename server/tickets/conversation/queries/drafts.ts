import { type Selectable, sql } from 'kysely'
import type { PendingMacro } from '#contract/tickets/macros.ts'
import { mostKept } from '#contract/tickets/message-text.ts'
import type { Drafts } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { shownTicketId } from '#server/tickets/ticket/find-ticket.ts'

type DraftRow = Pick<Selectable<Drafts>, 'kind' | 'html' | 'isClean' | 'fileIds' | 'revision' | 'updatedAt'> & {
  macro: PendingMacro | null
}

export const findDraft = (tx: WorkspaceTx, ticketId: string, memberId: string) =>
  tx
    .selectFrom('drafts')
    .select(['kind', 'html', 'isClean', 'fileIds', 'macro', 'revision', 'updatedAt'])
    .$castTo<DraftRow>()
    .where('ticketId', '=', ticketId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()

export type FoundDraft = { ticketId: string; number: number; subject: string; html: string }

/** The newest drafts of a member are searched, and of each text the beginning. */
const searched = { drafts: 200, characters: 4_000 }

/**
 * Lists the newest drafts of a member on tickets that they can answer, for each ticket the newest, which can be in a side
 * conversation. With words, lists those whose ticket number, subject or text contains each of them.
 */
export async function listDraftRows(
  tx: WorkspaceTx,
  { memberId, words, limit }: { memberId: string; words: string[]; limit: number },
): Promise<FoundDraft[]> {
  const text = sql`fold(d.number || ' ' || d.subject || ' ' || regexp_replace(d.html, '<[^>]*>', ' ', 'g'))`
  const { rows } = await sql<FoundDraft>`
    select ticket_id, number, subject, html from (
      select distinct on (d.ticket_id) d.* from (
        select t.number, t.subject, own.ticket_id, own.updated_at, left(own.html, ${sql.lit(searched.characters)}) as html
        from (${newestDrafts(tx, memberId)}) own
        join tickets t on t.workspace_id = ${tx.workspaceId} and t.id = own.ticket_id
        where t.status <> 'closed' and t.shelf <> 'trash') d
      where (select coalesce(bool_and(strpos(${text}, word) > 0), true) from unnest(${words}::text[]) word)
      order by d.ticket_id, d.updated_at desc) found
    order by updated_at desc, ticket_id limit ${limit}`.execute(tx)
  return rows
}

const newestDrafts = ({ workspaceId }: WorkspaceTx, memberId: string) => sql`
  (select ticket_id, updated_at, html from drafts
    where workspace_id = ${workspaceId} and member_id = ${memberId}
    order by updated_at desc, ticket_id limit ${sql.lit(searched.drafts)})
  union all
  (select ${shownTicketId(workspaceId, sql`s.ticket_id`)} as ticket_id, d.updated_at, d.html from side_drafts d
    join side_conversations s on s.workspace_id = ${workspaceId} and s.id = d.side_conversation_id
    where d.workspace_id = ${workspaceId} and d.member_id = ${memberId}
    order by d.updated_at desc, d.side_conversation_id limit ${sql.lit(searched.drafts)})`

type NewDraft = {
  ticketId: string
  memberId: string
  kind: 'reply' | 'note'
  html: string
  fileIds?: string[] | undefined
  /** null: the draft has no macro. */
  macro?: PendingMacro | null | undefined
}

type Version = {
  /** The revision that the save replaces. null: there is no draft yet. undefined: any revision. */
  base: string | null | undefined
  revision: string
}

/**
 * Saves a draft. Returns false if the stored draft does not have the revision `base`. A repeated call with the same
 * `revision` succeeds. Without `fileIds` or `macro`, these do not change.
 */
export async function writeDraft(tx: WorkspaceTx, draft: NewDraft, { base, revision }: Version): Promise<boolean> {
  const { ticketId, memberId, kind, html, fileIds, macro } = draft
  const changes = {
    ...{ kind, html, revision, isClean: true },
    ...(fileIds && { fileIds }),
    ...(macro !== undefined && { macro: asJson(macro) }),
  }
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
export async function prependToDraft(
  tx: WorkspaceTx,
  { ticketId, memberId, kind, html, fileIds = [], macro = null }: NewDraft,
) {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('drafts')
    .values({ ticketId, memberId, kind, html, isClean: true, fileIds, macro: asJson(macro) })
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'ticketId', 'memberId'])
        .doUpdateSet({
          kind: sql`case when drafts.html <> '' or drafts.file_ids <> '{}' then drafts.kind else excluded.kind end`,
          html: sql`excluded.html || drafts.html`,
          fileIds: sql`excluded.file_ids || drafts.file_ids`,
          macro: sql`case when excluded.macro is null or drafts.macro is null
            then coalesce(excluded.macro, drafts.macro)
            else drafts.macro || jsonb_build_object('changes', (excluded.macro -> 'changes') || (drafts.macro -> 'changes')) end`,
          revision: sql`excluded.revision`,
          updatedAt: sql`excluded.updated_at`,
        })
        .where(sql<boolean>`octet_length(excluded.html) + octet_length(drafts.html) <= ${sql.lit(mostHtml)}`)
        .where(sql<boolean>`cardinality(excluded.file_ids) + cardinality(drafts.file_ids) <= ${sql.lit(mostFiles)}`),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export type DraftOf = { ticketId: string; memberId: string }
export type DraftWithMacro = DraftOf & { macro: PendingMacro; revision: string }

/** Lists and locks the drafts with changes of tags by macros. With `ticketIds`, only those on these tickets. */
export async function lockDraftsNamingTags(tx: WorkspaceTx, ticketIds?: string[]): Promise<DraftWithMacro[]> {
  const { rows } = await sql<DraftWithMacro>`
    select ticket_id, member_id, macro, revision from drafts
    where workspace_id = ${tx.workspaceId} and (macro::text like '%\\_tags"%' or macro -> 'changes' @> '[{"action": null}]')
      and (${ticketIds ?? null}::uuid[] is null or ticket_id = any(${ticketIds ?? null}::uuid[]))
    order by ticket_id, member_id for update`.execute(tx)
  return rows
}

export const setMacroOfDraft = (tx: WorkspaceTx, { ticketId, memberId, macro, revision }: DraftWithMacro) =>
  tx
    .updateTable('drafts')
    .set({ macro: asJson(macro), revision })
    .where('ticketId', '=', ticketId)
    .where('memberId', '=', memberId)
    .execute()

const asJson = (macro: PendingMacro | null) => macro && JSON.stringify(macro)

export const deleteDraft = (tx: WorkspaceTx, ticketId: string, memberId: string, revision?: string) =>
  tx
    .deleteFrom('drafts')
    .where('ticketId', '=', ticketId)
    .where('memberId', '=', memberId)
    .$if(revision !== undefined, (query) => query.where('revision', '=', revision!))
    .returning('macro')
    .$castTo<Pick<DraftRow, 'macro'>>()
    .executeTakeFirst()

export const copyDrafts = (tx: WorkspaceTx, { from, to }: { from: string; to: string }) =>
  sql`insert into drafts (workspace_id, ticket_id, member_id, kind, html, file_ids, macro, is_clean,
      revision, updated_at)
    select workspace_id, ${to}, member_id, kind, html, file_ids, macro, is_clean, revision, updated_at from drafts
    where workspace_id = ${tx.workspaceId} and ticket_id = ${from}
    on conflict do nothing`.execute(tx)

export const deleteCopiedDrafts = (tx: WorkspaceTx, { from, to }: { from: string; to: string }) =>
  sql`delete from drafts copy using drafts original
    where copy.workspace_id = ${tx.workspaceId} and copy.ticket_id = ${to}
      and original.workspace_id = ${tx.workspaceId} and original.ticket_id = ${from}
      and original.member_id = copy.member_id and original.revision = copy.revision`.execute(tx)
