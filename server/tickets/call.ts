import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member, Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** What an operation needs of the call it serves: who calls, and in which transaction. */
export type Call<C extends Person = Person> = { platform: Platform; tx: WorkspaceTx; caller: C }
export type MemberCall = Call<Member>

export const actorOf = ({ kind, id }: Person) => ({ type: kind === 'customer' ? 'customer' : 'agent', id }) as const
