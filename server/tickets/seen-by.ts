import { sql } from 'kysely'
import type { Caller } from '#server/platform/http/platform.ts'

export type Reader = Pick<Caller, 'id' | 'isCustomer'>

/** The team sees every ticket of the workspace; a customer only those they asked for, and none in the trash. */
export const seenBy = ({ id, isCustomer }: Reader) =>
  isCustomer ? sql<boolean>`tickets.requester_id = ${id} and tickets.trashed_at is null` : sql<boolean>`true`

/** Whoever acts for the team without being one of it: mail, jobs. */
export const theTeam: Reader = { id: '', isCustomer: false }
