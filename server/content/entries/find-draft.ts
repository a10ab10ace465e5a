import { isUuid } from '#contract/uuid.ts'
import { collectionIn, findModels } from '#server/content/models/find-models.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findEntry, findIdBySlug } from './queries/entries.ts'

/** Finds an entry that is not in the trash, by its id or by the slug of its draft. */
export async function findDraftId(
  tx: WorkspaceTx,
  { model: pluralKey, id }: { model: string; id: string },
): Promise<string> {
  const model = collectionIn(await findModels(tx), pluralKey)
  const entry = isUuid(id) ? await findEntry(tx, id) : await findIdBySlug(tx, model.id, id)
  if (!entry || entry.modelId !== model.id || entry.trashedAt) throw new Refusal('entry-not-found')
  return entry.id
}
