import type { z } from 'zod'
import type { Actor, EventType, events, Subject } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Declared = typeof events
type Part<T extends EventType, P extends 'old' | 'new' | 'with'> = Declared[T] extends { [K in P]: z.ZodType }
  ? { [K in P]: z.output<Declared[T][P]> }
  : unknown

/**
 * The origin of an event. `cause`: set if the actor acted indirectly, such as by an import. `depth`: the number of
 * events that led to this one.
 */
export type By = { actor: Actor; cause?: string | null | undefined; depth?: number }

/** The receivers of an event: the team, the team with some customers, or one member. */
type Audience = 'team' | { customers: string[] } | { member: string }

export type NewEvent<T extends EventType = EventType> = {
  [K in T]: { type: K; subject: Subject; by: By; audience: Audience } & Part<K, 'old'> &
    Part<K, 'new'> &
    Part<K, 'with'>
}[T]

/** A listener runs in the event's transaction, which may roll back. It must only write rows and queue jobs. */
export type Listener<T extends EventType> = (tx: WorkspaceTx, event: NewEvent<T>) => Promise<unknown>
export type Subscription = { type: EventType; listen: (tx: WorkspaceTx, event: NewEvent) => Promise<unknown> }

export const on = <const T extends EventType>(type: T, listen: Listener<T>): Subscription => ({
  type,
  listen: listen as Subscription['listen'],
})

/** The `cause` of events during an import. These events send no mail. */
export const importing = 'import'
/**
 * The `cause` of events of a batch change. These events send no mail, because a batch can change thousands of items.
 */
export const inBatch = 'batch'
export const isImporting = ({ by }: Pick<NewEvent, 'by'>) => by.cause === importing

export const following = ({ by }: Pick<NewEvent, 'by'>, cause: string): By => ({
  actor: { type: 'system' },
  cause,
  depth: (by.depth ?? 0) + 1,
})
