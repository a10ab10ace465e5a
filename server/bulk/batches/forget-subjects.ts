import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/** Deletes the titles and undo values of permanently deleted things from batches. */
export async function forgetSubjects(tx: WorkspaceTx, subjectIds: string[]) {
  await tx
    .updateTable('batchItems')
    .set({ before: null, label: null })
    .where(sql<boolean>`subject_id = any(${subjectIds}::uuid[])`)
    .where(sql<boolean>`(before is not null or label is not null)`)
    .execute()
}

/** Replaces what names a person in the input of batches, such as the query of a change. */
export async function rewriteInputs(tx: WorkspaceTx, rewrite: (input: unknown) => unknown) {
  const batches = await tx
    .selectFrom('batches')
    .select(['id', sql<unknown>`input`.as('input')])
    .execute()
  for (const { id, input } of batches) {
    const now = JSON.stringify(rewrite(input))
    if (now !== JSON.stringify(input))
      await tx.updateTable('batches').set({ input: now }).where('id', '=', id).execute()
  }
}
