import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type KeptChange = { slot: string; language: string; before: unknown }

type NewChange = { entryId: string; revision: number; changes: KeptChange[] }

/** Keeps what values were before a revision wrote others; `language` is empty for those that all languages share. */
export async function keepChanges(tx: WorkspaceTx, { entryId, revision, changes }: NewChange) {
  if (changes.length === 0) return
  const rows = changes.map(({ before, ...change }) => ({
    ...change,
    entryId,
    revision,
    before: JSON.stringify(before ?? null),
  }))
  await tx.insertInto('contentChanges').values(rows).execute()
}

/** The values, of those that were written since a revision, as they were at it. */
export async function listBefore(tx: WorkspaceTx, entryId: string, base: number): Promise<KeptChange[]> {
  const { rows } = await sql<KeptChange>`
    select distinct on (language, slot) slot, language, before from content_changes
    where workspace_id = ${tx.workspaceId} and entry_id = ${entryId} and revision > ${base}
    order by language, slot, revision`.execute(tx)
  return rows
}

const mostKept = 2000

/** Lets go of what is older than a day or beyond so many; whoever began before that is told to load again. */
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
