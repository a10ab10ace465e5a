import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Address = { modelId: string; language: string; stem: string; own: string }

/** The addresses that begin with this and that other entries of the model have in a language. */
export async function listTakenSlugs(
  tx: WorkspaceTx,
  slot: string,
  { modelId, language, stem, own }: Address,
): Promise<Set<string>> {
  const { rows } = await sql<{ value: string }>`
    select value from content_unique_values
    where workspace_id = ${tx.workspaceId} and model_id = ${modelId} and slot = ${slot} and language = ${language}
      and starts_with(value, ${stem}) and entry_id <> ${own}`.execute(tx)
  return new Set(rows.map(({ value }) => value))
}

type UniqueValue = { modelId: string; entryId: string; slot: string; language: string; value: string | null }

/** Takes a value for an entry alone; false where another has it. */
export async function takeValue(tx: WorkspaceTx, { value, ...place }: UniqueValue): Promise<boolean> {
  const { modelId, entryId, slot, language } = place
  await tx
    .deleteFrom('contentUniqueValues')
    .where('modelId', '=', modelId)
    .where('slot', '=', slot)
    .where('language', '=', language)
    .where('entryId', '=', entryId)
    .execute()
  if (value === null) return true
  // Of two at once the second waits here for the first.
  const taken = await tx
    .insertInto('contentUniqueValues')
    .values({ ...place, value })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(taken.numInsertedOrUpdatedRows)
}

export const releaseValues = (tx: WorkspaceTx, entryId: string) =>
  tx.deleteFrom('contentUniqueValues').where('entryId', '=', entryId).execute()
