import type { z } from 'zod'
import type { Actor, EventType, events, Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Declared = typeof events
type Part<T extends EventType, P extends 'old' | 'new' | 'with'> = Declared[T] extends { [K in P]: z.ZodType }
  ? { [K in P]: z.output<Declared[T][P]> }
  : unknown

/** The actor, the cause if it was not the actor's own act, and how many events led to it. */
export type By = { actor: Actor; cause?: string | null | undefined; depth?: number }

/** Who may receive it: the team, the team and these customers, or one member. */
type Audience = 'team' | { customers: string[] } | { member: string }

export type NewEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; subject: Subject; by: By; audience: Audience } & Part<K, 'old'> &
    Part<K, 'new'> &
    Part<K, 'with'>
}[T]

/** A consequence of an event. It only writes rows and queues jobs, in the same transaction. */
export type Listener<T extends EventType> = (tx: WorkspaceTx, event: NewEvent<T>) => Promise<unknown>
export type Subscription = { type: EventType; listen: (tx: WorkspaceTx, event: NewEvent) => Promise<unknown> }

export const on = <const T extends EventType>(type: T, listen: Listener<T>): Subscription => ({
  type,
  listen: listen as Subscription['listen'],
})

/** The cause of imported things, about which no mail is sent. */
export const importing = 'import'
/** The cause of changes by a batch, which may be thousands. No mail is sent about them. */
export const inBatch = 'batch'
export const isImporting = ({ by }: Pick<NewEvent, 'by'>) => by.cause === importing

export const following = ({ by }: Pick<NewEvent, 'by'>, cause: string): By => ({
  actor: { type: 'system' },
  cause,
  depth: (by.depth ?? 0) + 1,
})
