import type { QueryOf } from '#contract/endpoint.ts'
import type { listFeedback as contract } from '#contract/knowledge-base/feedback.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/words/cursor.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { hasArticle, listFeedbackRows } from './queries/feedback.ts'
import { shapeFeedback } from './shape-said.ts'

type ListFeedbackCall = { tx: WorkspaceTx; caller: Member; params: { id: string }; query: QueryOf<typeof contract> }

export async function listFeedback({
  tx,
  caller,
  params: { id },
  query: { limit, cursor, withComment },
}: ListFeedbackCall) {
  if (!(await hasArticle(tx, id))) throw new Refusal('article-not-found')
  const found = await listFeedbackRows(tx, id, { withComment, after: readCursor(cursor), limit: limit + 1 })
  const shown = found.slice(0, limit)
  const names = await findMemberNames(
    tx,
    shown.map(({ memberId }) => memberId),
  )
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((said) => shapeFeedback(caller, said, names)),
    next: last ? writeCursor({ key: last.sortKey, id: last.id }) : null,
  }
}
