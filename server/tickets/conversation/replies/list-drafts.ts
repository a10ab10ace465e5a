import type { WorkspaceTx } from '#server/platform/database.ts'
import { htmlToText } from '#server/platform/html/html-to-text.ts'
import { plainWords } from '#server/platform/html/plain-words.ts'
import { fold } from '#server/search/words/fold.ts'
import { listDraftRows } from '#server/tickets/conversation/queries/drafts.ts'

const mostOfSnippet = 80

/** Lists the newest drafts of a member that contain every word of `q` in the number or subject of the ticket, or in the text. */
export async function listDrafts(
  tx: WorkspaceTx,
  { memberId, q, limit }: { memberId: string; q: string; limit: number },
) {
  const words = fold(q)
    .split(/\s+/)
    .map((word) => word.replace(/^#(?=\d)/, ''))
    .filter(Boolean)
  const rows = await listDraftRows(tx, { memberId, words, limit })
  return rows.map(({ html, ...draft }) => ({ ...draft, snippet: plainWords(htmlToText(html)).slice(0, mostOfSnippet) }))
}
