import type { Actor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Entry = {
  action: string
  actor: Actor
  subjectId?: string
  detail?: Record<string, unknown>
  network?: string
}

/** Notes who did what, in the transaction that does it. */
export async function recordAudit(tx: WorkspaceTx, { action, actor, subjectId, detail = {}, network }: Entry) {
  await tx
    .insertInto('auditLog')
    .values({
      action,
      actorType: actor.type,
      actorId: actor.id ?? null,
      subjectId: subjectId ?? null,
      detail: JSON.stringify(detail),
      network: network ?? null,
    })
    .execute()
}
