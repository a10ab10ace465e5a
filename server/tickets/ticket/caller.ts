import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller, Member, Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

export type Call<C extends Person = Person> = { platform: Platform; tx: WorkspaceTx; caller: C }
export type MemberCall = Call<Member>

export const actorOf = ({ kind, id }: Pick<Person, 'kind' | 'id'>) =>
  ({ type: kind === 'customer' ? 'customer' : 'agent', id }) as const

export type Reader = Pick<Caller, 'id' | 'kind'>

/**
 * Returns the SQL condition for the tickets that the reader can read. Customers read the tickets that they or people of
 * their companies requested, except tickets in the trash and tickets by the team without a sent message.
 */
export const visibleTo = ({ id, kind }: Reader, workspaceId: string) =>
  kind === 'customer'
    ? sql<boolean>`tickets.requester_id = any(${requestersFor(id, workspaceId)}) and ${shownToCustomers}`
    : sql<boolean>`true`

/** Returns the SQL condition for the tickets that the caller can change. Customers change only their own. */
export const changeableBy = ({ id, kind }: Reader) =>
  kind === 'customer' ? sql<boolean>`tickets.requester_id = ${id} and ${shownToCustomers}` : sql<boolean>`true`

const shownToCustomers = sql`tickets.trashed_at is null and not tickets.is_unsent`

/**
 * Returns an SQL array with the ids of a customer and of the people whose tickets the customer may read: those of a
 * company that shares tickets, if neither of the two is an exception.
 */
export const requestersFor = (id: string | null, workspaceId: string) => sql`array(
  select ${id}::uuid
  union all
  select other.customer_id from company_people own
  join companies c on c.workspace_id = ${workspaceId} and c.id = own.company_id and c.shares_tickets
  join company_people other on other.workspace_id = ${workspaceId} and other.company_id = c.id and other.shares_tickets
  where own.workspace_id = ${workspaceId} and own.customer_id = ${id} and own.shares_tickets)`

export const theTeam: Reader = { id: null, kind: 'member' }

export function forEachSide<S>(write: (kind: Reader['kind']) => S) {
  const [customer, team] = [write('customer'), write('member')]
  return ({ kind }: Reader) => (kind === 'customer' ? customer : team)
}
