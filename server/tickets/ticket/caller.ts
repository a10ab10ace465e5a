import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller, Member, Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

export type Call<C extends Person = Person> = { platform: Platform; tx: WorkspaceTx; caller: C }
export type MemberCall = Call<Member>

export const actorOf = ({ kind, id }: Pick<Person, 'kind' | 'id'>) =>
  ({ type: kind === 'customer' ? 'customer' : 'agent', id }) as const

export type Reader = Pick<Caller, 'id' | 'kind'>

/** Customers see their own tickets, except in the trash and before the first message of the team is sent. */
export const visibleTo = ({ id, kind }: Reader) =>
  kind === 'customer'
    ? sql<boolean>`tickets.requester_id = ${id} and tickets.trashed_at is null and not tickets.is_unsent`
    : sql<boolean>`true`

/** For mail and jobs, which act as the team without a member. */
export const theTeam: Reader = { id: null, kind: 'member' }

export function forEachSide<S>(write: (kind: Reader['kind']) => S) {
  const [customer, team] = [write('customer'), write('member')]
  return ({ kind }: Reader) => (kind === 'customer' ? customer : team)
}
