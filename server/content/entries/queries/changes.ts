import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type KeptChange = { slot: string; language: string; before: unknown }

type NewChange = { entryId: string; revision: number; changes: KeptChange[] }

/** Stores the values that a revision replaced. `language` is empty for values that all languages share. */
export async function storeFormerValues(tx: WorkspaceTx, { entryId, revision, changes }: NewChange) {
  if (changes.length === 0) return
  const rows = changes.map(({ before, ...change }) => ({
    ...change,
    entryId,
    revision,
    before: JSON.stringify(before ?? null),
  }))
  await tx.insertInto('contentChanges').values(rows).execute()
}

/** Returns the values that changed after revision `base`, as they were at that revision. */
export async function listBefore(tx: WorkspaceTx, entryId: string, base: number): Promise<KeptChange[]> {
  const { rows } = await sql<KeptChange>`
    select distinct on (language, slot) slot, language, before from content_changes
    where workspace_id = ${tx.workspaceId} and entry_id = ${entryId} and revision > ${base}
    order by language, slot, revision`.execute(tx)
  return rows
}

const mostKept = 2000

/**
 * Deletes former values that are older than a day, and the oldest former values above the limit of an entry. A save
 * that is based on an earlier revision is then refused.
 */
export async function thinChanges(tx: WorkspaceTx) {
  await sql`
    with gone as (
      delete from content_changes c using (
        select entry_id, language, slot, revision, created_at < now() - interval '1 day' as is_old,
          row_number() over (partition by entry_id order by revision desc) as place
        from content_changes where workspace_id = ${tx.workspaceId}) k
      where c.workspace_id = ${tx.workspaceId} and c.entry_id = k.entry_id and c.language = k.language and c.slot = k.slot
        and c.revision = k.revision and (k.is_old or k.place > ${mostKept})
      returning c.entry_id, c.revision)
    update content_entries e set known_from = g.revision
    from (select entry_id, max(revision) as revision from gone group by entry_id) g
    where e.workspace_id = ${tx.workspaceId} and e.id = g.entry_id and e.known_from < g.revision`.execute(tx)
}

/** Finds entries whose drafts may have values in these slots, at any depth. Ordered by id. */
export async function listHolding(tx: WorkspaceTx, slots: string[], after: string | undefined, limit: number) {
  const patterns = slots.map((slot) => `%"${slot}"%`)
  const { rows } = await sql<{ id: string }>`
    select e.id from content_entries e
    where e.workspace_id = ${tx.workspaceId} and ${after ? sql`e.id > ${after}::uuid` : sql`true`}
      and (e.shared::text like any(${patterns}::text[]) or exists (
        select from content_texts t
        where t.workspace_id = ${tx.workspaceId} and t.entry_id = e.id and t.values::text like any(${patterns}::text[])))
    order by e.id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Sets the shared values without a new revision, because no user changed them. */
export const setShared = (tx: WorkspaceTx, id: string, shared: unknown) =>
  tx
    .updateTable('contentEntries')
    .set({ shared: JSON.stringify(shared) })
    .where('id', '=', id)
    .execute()

export async function deleteSlots(tx: WorkspaceTx, entryId: string, slots: string[]) {
  await tx.deleteFrom('contentChanges').where('entryId', '=', entryId).where('slot', 'in', slots).execute()
  await tx.deleteFrom('contentUses').where('entryId', '=', entryId).where('slot', 'in', slots).execute()
}
