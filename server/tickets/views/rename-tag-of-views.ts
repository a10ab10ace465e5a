import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { recordChange } from './change-views.ts'
import { listRowsNamingTags, updateView } from './queries.ts'
import { renameTagInStored } from './stored-query.ts'

type Renaming = { tag: string; name: string; by: Pick<Member, 'id'>; only?: readonly string[] }

/**
 * Renames a tag in the queries of views, also in those of other members. Returns the ids of the changed views. With
 * `only`, other views stay as they are.
 */
export async function renameTagOfViews(tx: WorkspaceTx, { by, only, ...names }: Renaming): Promise<string[]> {
  const rows = (await listRowsNamingTags(tx)).filter(({ id }) => only?.includes(id) ?? true)
  const queries = await renameTagInStored(tx, rows, names)
  const changed: string[] = []
  for (const [at, { id, query: before }] of rows.entries()) {
    const query = queries[at]!
    if (query === before) continue
    await recordChange({ tx, caller: by }, [await updateView(tx, id, { query })])
    changed.push(id)
  }
  return changed
}
