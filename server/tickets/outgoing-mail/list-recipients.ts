import type { WorkspaceTx } from '#server/platform/database.ts'
import { listPeopleOfTickets, type Person } from './queries/recipients.ts'

export type Recipient = Pick<Person, 'customerId' | 'name' | 'address' | 'isSuppressed'>

/** Lists the people who get the replies of each of several tickets, the requester first. */
export async function listRecipientsOfTickets(tx: WorkspaceTx, ticketIds: string[]): Promise<Map<string, Recipient[]>> {
  const people = new Map<string, Recipient[]>(ticketIds.map((id) => [id, []]))
  for (const { ticketId, ...person } of await listPeopleOfTickets(tx, ticketIds)) people.get(ticketId)!.push(person)
  return people
}
