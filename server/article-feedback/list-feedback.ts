import type { listFeedback as contract } from '#contract/article-feedback.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readCursor, writeCursor } from '#server/search/cursor.ts'
import { findMemberNames } from '#server/team/find-members.ts'
import { hasArticle, listSaid, type Said } from './queries/feedback.ts'

/** A page of what readers said of an article, the latest first. */
export async function listFeedback(tx: WorkspaceTx, articleId: string, asked: QueryOf<typeof contract>) {
  if (!(await hasArticle(tx, articleId))) throw new Refusal('article-not-found')
  const { limit, cursor, withComment } = asked
  const found = await listSaid(tx, articleId, { withComment, after: readCursor(cursor), limit: limit + 1 })
  const shown = found.slice(0, limit)
  const names = await findMemberNames(
    tx,
    shown.map(({ memberId }) => memberId),
  )
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((said) => ({
      ...{ id: said.id, helpful: said.isHelpful, comment: said.comment, email: said.email },
      ...{ language: said.language, searched: said.searched, by: speakerOf(said, names), at: said.createdAt },
    })),
    next: last ? writeCursor({ key: last.sortKey, id: last.id }) : null,
  }
}

function speakerOf({ memberId, customerId, customerName }: Said, names: Map<string, string>) {
  if (memberId) return { kind: 'team' as const, id: memberId, name: names.get(memberId) ?? '' }
  if (customerId) return { kind: 'customer' as const, id: customerId, name: customerName ?? '' }
  return { kind: 'visitor' as const, id: null, name: '' }
}
