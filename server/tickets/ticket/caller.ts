import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Caller, Member, Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** What an operation needs of the call it serves: who calls, and in which transaction. */
export type Call<C extends Person = Person> = { platform: Platform; tx: WorkspaceTx; caller: C }
export type MemberCall = Call<Member>

export const actorOf = ({ kind, id }: Pick<Person, 'kind' | 'id'>) =>
  ({ type: kind === 'customer' ? 'customer' : 'agent', id }) as const

export type Reader = Pick<Caller, 'id' | 'kind'>

/**
 * The team sees every ticket of the workspace; a customer only their own, none in the trash, and none of which they were
 * told nothing yet.
 */
export const visibleTo = ({ id, kind }: Reader) =>
  kind === 'customer'
    ? sql<boolean>`tickets.requester_id = ${id} and tickets.trashed_at is null and not tickets.is_unsent`
    : sql<boolean>`true`

/** The reader for mail and jobs, which act for the team without being a member. */
export const theTeam: Reader = { id: null, kind: 'member' }
