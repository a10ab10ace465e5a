import type { WorkspaceTx } from '#server/platform/database.ts'
import { searchVector } from '#server/search/words/search-words.ts'
import { listPeopleTexts } from './queries/people.ts'
import {
  addWords,
  findSearchTimes,
  findTexts,
  replaceSearch,
  type SearchTimes,
  setSearchTimes,
} from './queries/search.ts'
import type { TicketState } from './ticket-state.ts'

/** `rewrite` changes the names and addresses of the people on the ticket before they are indexed. */
export async function reindexTicket(
  tx: WorkspaceTx,
  { id, subject, requesterId }: TicketState,
  rewrite = (text: string) => text,
) {
  const { text, notes } = await findTexts(tx, id)
  const people = await listPeopleTexts(tx, id)
  await replaceSearch(tx, {
    ticketId: id,
    requesterId,
    subject: searchVector(subject),
    people: searchVector(...people.map(rewrite)),
    text: searchVector(text),
    notes: searchVector(notes),
  })
}

export const indexWords = (tx: WorkspaceTx, ticketId: string, texts: string[], isPublic: boolean) =>
  addWords(tx, ticketId, searchVector(...texts), isPublic)

export { findSearchTimes, type SearchTimes, setSearchTimes }
