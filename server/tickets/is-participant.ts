import type { WorkspaceTx } from '#server/platform/database.ts'
import { findPersonOnTicket } from './queries/people.ts'

/** Who on the ticket has this address: its requester or somebody in copy, else a member of the team. */
export async function isParticipant(
  tx: WorkspaceTx,
  ticketId: string,
  email: string,
): Promise<{ customerId: string } | { memberId: string } | null> {
  const person = await findPersonOnTicket(tx, ticketId, email.trim().toLowerCase())
  if (!person) return null
  return person.customerId ? { customerId: person.customerId } : { memberId: person.memberId! }
}
