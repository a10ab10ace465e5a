import type { WorkspaceTx } from '#server/platform/database.ts'
import { plainWords } from '#server/platform/html/plain-words.ts'
import { findLatestTexts } from '#server/tickets/conversation/queries/messages.ts'

const mostLetters = 200

/** The beginning of a message on one line, or the name of its file where it says nothing. */
export function snippetOf(text: string, fileNames: string[] = []): string {
  const line = plainWords(text.slice(0, mostLetters * 10)) || (fileNames[0] ?? '')
  const letters = [...line]
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : line
}

/** What the list shows of a ticket after a message of it went away. */
export async function refreshSnippets(tx: WorkspaceTx, ticketId: string) {
  const { latest, latestPublic } = await findLatestTexts(tx, ticketId)
  return { snippet: snippetOf(latest ?? ''), publicSnippet: snippetOf(latestPublic ?? '') }
}
