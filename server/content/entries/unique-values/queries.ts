import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

export type UniqueRow = { modelId: string; slot: string; language: string; value: string; entryId: string }
/** A unique value of an entry. `isDraft`: it is in the draft. `liveIn`: the languages in which it is published. */
export type HeldRow = UniqueRow & { isDraft: boolean; liveIn: string[] }

export const releaseSlots = (tx: WorkspaceTx, modelId: string, slots: string[]) =>
  tx.deleteFrom('contentUniqueValues').where('modelId', '=', modelId).where('slot', 'in', slots).execute()

/** Reserves values for entries. Skips a value that another entry has. `rows` must not have duplicates. */
export const takeValues = (tx: WorkspaceTx, rows: HeldRow[]) => {
  const wanted = rows.map(({ modelId, slot, language, value, entryId, isDraft, liveIn }) => ({
    ...{ modelId, slot, language, value, entryId, isDraft, liveIn },
  }))
  return tx
    .insertInto('contentUniqueValues')
    .values(wanted)
    .onConflict((conflict) =>
      conflict
        .columns(['workspaceId', 'modelId', 'slot', 'language', 'value'])
        .doUpdateSet({
          isDraft: sql<boolean>`content_unique_values.is_draft or excluded.is_draft`,
          liveIn: sql<
            string[]
          >`array(select unnest(content_unique_values.live_in) union select unnest(excluded.live_in))`,
        })
        .whereRef('contentUniqueValues.entryId', '=', 'excluded.entryId'),
    )
    .execute()
}

export async function findEntryOf(tx: WorkspaceTx, modelId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('contentEntries')
    .select('id')
    .where('modelId', '=', modelId)
    .where('trashedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export async function listHolders(tx: WorkspaceTx, rows: UniqueRow[]): Promise<(UniqueRow & { title: string })[]> {
  const wanted = JSON.stringify(rows.map(({ slot, language, value }) => ({ slot, language, value })))
  const found = await sql<UniqueRow & { title: string }>`
    select u.model_id, u.slot, u.language, u.value, u.entry_id,
      coalesce((select t.title from content_texts t
        where t.workspace_id = ${tx.workspaceId} and t.entry_id = u.entry_id order by t.language limit 1), '') as title
    from content_unique_values u
    where u.workspace_id = ${tx.workspaceId} and u.model_id = ${rows[0]!.modelId}
      and (u.slot, u.language, u.value) in (
        select w.slot, w.language, w.value from jsonb_to_recordset(${wanted}::jsonb) as w(slot text, language text, value text))`.execute(
    tx,
  )
  return found.rows
}
