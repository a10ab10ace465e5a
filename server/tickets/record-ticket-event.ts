import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertTicketEvents } from './queries/events.ts'
import type { Actor } from './ticket-state.ts'

/** Who did it, and what made it happen where that is no act of theirs. */
export type By = { actor: Actor; cause?: string | null | undefined }
export type Change = { type: string; old?: unknown; new?: unknown }

/** Writes changes into the history of a ticket. */
export async function recordTicketEvents(tx: WorkspaceTx, ticketId: string, { actor, cause }: By, changes: Change[]) {
  if (changes.length === 0) return
  const rows = changes.map((change) => ({
    ticketId,
    type: change.type,
    actorType: actor.type,
    actorId: actor.id ?? null,
    old: asJson(change.old),
    new: asJson(change.new),
    cause: cause ?? null,
  }))
  await insertTicketEvents(tx, rows)
}

export const recordTicketEvent = (tx: WorkspaceTx, ticketId: string, by: By, change: Change) =>
  recordTicketEvents(tx, ticketId, by, [change])

const asJson = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
