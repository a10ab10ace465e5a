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
 * Returns the SQL condition for the tickets that the reader can see. Customers see the tickets that they requested,
 * except tickets in the trash and tickets by the team without a sent message.
 */
export const visibleTo = ({ id, kind }: Reader) =>
  kind === 'customer'
    ? sql<boolean>`tickets.requester_id = ${id} and tickets.trashed_at is null and not tickets.is_unsent`
    : sql<boolean>`true`

export const theTeam: Reader = { id: null, kind: 'member' }

export function forEachSide<S>(write: (kind: Reader['kind']) => S) {
  const [customer, team] = [write('customer'), write('member')]
  return ({ kind }: Reader) => (kind === 'customer' ? customer : team)
}
