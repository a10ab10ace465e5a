import type { Asking } from './judge-message.ts'
import { lockSeenTicket } from './lock-ticket.ts'
import { now } from './queries/tickets.ts'
import { refuseReadOnly } from './refuse-read-only.ts'
import { updateTicket } from './update-ticket.ts'

type Mark = 'spamAt' | 'trashedAt'

/** Spam and trash are marks beside the status, on closed tickets too; taking a mark off leaves all as it was. */
export const markTicket = (asking: Asking, id: string, mark: Mark) => setMark(asking, id, mark, true)
export const unmarkTicket = (asking: Asking, id: string, mark: Mark) => setMark(asking, id, mark, false)

async function setMark({ platform, tx, caller }: Asking, id: string, mark: Mark, isSet: boolean) {
  refuseReadOnly(platform, caller)
  const ticket = await lockSeenTicket(tx, id, caller)
  if (isSet === (ticket[mark] !== null)) return
  await updateTicket(tx, ticket, { [mark]: isSet ? now : null }, { actor: { type: 'agent', id: caller.id } })
}
