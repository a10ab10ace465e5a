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
