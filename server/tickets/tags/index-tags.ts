import type { WorkspaceTx } from '#server/platform/database.ts'
import { fold } from '#server/search/words/fold.ts'
import { deleteTagRows, insertTagRows } from './queries.ts'

/** Stores the tags of a ticket as queries and the list of tags find them. */
export async function indexTags(
  tx: WorkspaceTx,
  ticketId: string,
  tags: { before: readonly string[]; after: readonly string[] },
) {
  const [before, after] = [namesByFolded(tags.before), namesByFolded(tags.after)]
  const gone = [...before].filter(([folded, name]) => after.get(folded) !== name).map(([folded]) => folded)
  const added = [...after].filter(([folded, name]) => before.get(folded) !== name)
  if (gone.length > 0) await deleteTagRows(tx, ticketId, gone)
  if (added.length > 0)
    await insertTagRows(
      tx,
      added.map(([folded, name]) => ({ ticketId, folded, name })),
    )
}

const namesByFolded = (names: readonly string[]) => new Map(names.toReversed().map((name) => [fold(name), name]))
