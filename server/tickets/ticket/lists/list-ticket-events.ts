import { sql } from 'kysely'
import { productName } from '#contract/texts.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Reader } from '#server/tickets/ticket/caller.ts'
import { refuseUnseen } from '#server/tickets/ticket/find-ticket.ts'
import { listHistory } from '#server/workspace/audit/list-history.ts'

/** Maximum bytes of a page of events. The ticket page loads up to 20 such pages. */
const mostBytes = 65_536

type Page = { limit: number; cursor?: string | undefined }

export async function listTicketEvents(tx: WorkspaceTx, reader: Reader, ticketId: string, page: Page) {
  const condition = sql`h.subject_type = 'ticket' and h.subject_id = ${ticketId}`
  const [{ items, next }] = await Promise.all([
    listHistory(tx, condition, { ...page, order: 'oldest', mostBytes }),
    refuseUnseen(tx, ticketId, reader),
  ])
  return { items: items.map(({ actor, ...event }) => ({ ...event, actor: { ...actor, name: nameOf(actor) } })), next }
}

const nameOf = ({ type, name }: { type: string; name: string }) => name || (type === 'system' ? productName : '')
