import type { QueryOf } from '#contract/endpoint.ts'
import type { listTags as contract } from '#contract/tickets/tags.ts'
import { mostCountedInView } from '#contract/tickets/view-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { cutPage, readTextCursor, writeTextCursor } from '#server/search/words/cursor.ts'
import { fold } from '#server/search/words/fold.ts'
import { findTagName, listIdsOfTag, listTagRows } from './queries.ts'

export async function listTags(tx: WorkspaceTx, { q = '', cursor, limit }: QueryOf<typeof contract>) {
  const rows = await listTagRows(tx, { prefix: fold(q.trim()), after: readTextCursor(cursor), limit: limit + 1 })
  const { shown, next } = cutPage(rows, limit, ({ folded }) => writeTextCursor(folded))
  const items = shown.map(({ name, count }) => ({
    name,
    count: Math.min(count, mostCountedInView),
    isMore: count > mostCountedInView,
  }))
  return { items, next }
}

/** Returns how the newest ticket writes a tag. Refuses a tag that no ticket has. */
export async function findTag(tx: WorkspaceTx, tag: string): Promise<string> {
  const name = await findTagName(tx, fold(tag))
  if (name === undefined) throw new Refusal('tag-not-found')
  return name
}

/** Lists the tickets whose tag is to be called `name`, or to be removed if `name` is null. */
export const listTagged = (tx: WorkspaceTx, tag: string, name: string | null, limit: number) =>
  listIdsOfTag(tx, { folded: fold(tag), name, limit })
