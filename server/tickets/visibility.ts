import { sql } from 'kysely'
import type { Caller } from '#server/platform/http/caller.ts'

export type Reader = Pick<Caller, 'id' | 'kind'>

/** The team sees every ticket of the workspace; a customer only those they asked for, and none in the trash. */
export const visibleTo = ({ id, kind }: Reader) =>
  kind === 'customer' ? sql<boolean>`tickets.requester_id = ${id} and tickets.trashed_at is null` : sql<boolean>`true`

/** Whoever acts for the team without being one of it: mail, jobs. */
export const theTeam: Reader = { id: null, kind: 'system' }
