import type { WorkspaceTx } from '#server/platform/database.ts'
import { plainWords } from '#server/platform/html/plain-words.ts'
import { findLatestTexts } from '#server/tickets/conversation/queries/messages.ts'

const mostLetters = 200

export function snippetOf(text: string, fileNames: string[] = []): string {
  const line = plainWords(text.slice(0, mostLetters * 10)) || (fileNames[0] ?? '')
  const letters = [...line]
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters - 1).join('')}…` : line
}

export async function refreshSnippets(tx: WorkspaceTx, ticketId: string) {
  const { latest, latestPublic } = await findLatestTexts(tx, ticketId)
  return { snippet: snippetOf(latest ?? ''), publicSnippet: snippetOf(latestPublic ?? '') }
}
