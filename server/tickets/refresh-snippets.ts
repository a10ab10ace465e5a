import type { WorkspaceTx } from '#server/platform/database.ts'
import { findLatestTexts } from './queries/messages.ts'
import { snippetOf } from './snippet.ts'

/** What the list shows of a ticket after a message of it went away. */
export async function refreshSnippets(tx: WorkspaceTx, ticketId: string) {
  const { latest, latestPublic } = await findLatestTexts(tx, ticketId)
  return { snippet: snippetOf(latest ?? ''), publicSnippet: snippetOf(latestPublic ?? '') }
}
