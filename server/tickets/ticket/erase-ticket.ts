import { sql } from 'kysely'
import { forgetSubjects } from '#server/bulk/batches/forget-subjects.ts'
import { forgetCustomValues } from '#server/fields/custom-fields/index-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { noteChanges } from '#server/search/following/note-changes.ts'
import { erasedSubject, type PersonEraser } from '#server/workspace/customers/person-eraser.ts'
import { reindexTicket } from './index-ticket.ts'
import type { TicketState } from './ticket-state.ts'

type Snippets = { snippet: string; publicSnippet: string }

/**
 * Erases the subject and the fields of a ticket of the person. On a ticket of somebody else, replaces what names the
 * person in the subject. `snippets`: the snippets of the erased messages.
 */
export async function eraseTicketRow(
  tx: WorkspaceTx,
  ticket: TicketState,
  { isOwn, eraser, snippets }: { isOwn: boolean; eraser: PersonEraser; snippets: Snippets },
) {
  const subject = isOwn ? erasedSubject : eraser.text(ticket.subject)
  await tx
    .updateTable('tickets')
    .set({ subject, ...snippets, ...(isOwn && { replyAddress: null, customFields: '{}' }) })
    .set({ revision: sql`revision + 1` })
    .where('id', '=', ticket.id)
    .execute()
  if (isOwn) await forgetCustomValues(tx, [ticket.id])
  await forgetSubjects(tx, [ticket.id])
  await reindexTicket(tx, { ...ticket, subject }, eraser.text)
  noteChanges(tx, 'ticket', [ticket.id])
}

/** Deletes the suggested CC of these addresses. */
export const eraseSuggestions = (tx: WorkspaceTx, addresses: string[]) =>
  tx.deleteFrom('copySuggestions').where(sql<boolean>`address = any(${addresses}::text[])`).execute()
