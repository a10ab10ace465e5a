import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member, Person } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'

/** Who asks for something to happen on tickets, and in which transaction it does. */
export type Asking<C extends Person = Person> = { platform: Platform; tx: WorkspaceTx; caller: C }
export type AskingMember = Asking<Member>

export const actorOf = ({ kind, id }: Person) => ({ type: kind === 'customer' ? 'customer' : 'agent', id }) as const
