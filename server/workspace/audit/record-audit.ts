import { sql } from 'kysely'
import type { Actor } from '#contract/events.ts'
import type { AuditAction } from '#contract/workspace/audit-actions.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Customer, Member } from '#server/platform/http/caller.ts'

export type AuditSource = { actor: Actor; network?: string | undefined; keyId?: string | undefined }

type NewAuditEntry = {
  action: AuditAction
  by: AuditSource
  subjectId?: string | undefined
  /** Admins see this object, so it must not contain secrets or texts of customers. */
  detail?: Record<string, unknown>
}

export const sourceOf = (caller: Pick<Member, 'kind' | 'id' | 'network' | 'key'> | Customer): AuditSource =>
  caller.kind === 'customer'
    ? { actor: { type: 'customer', id: caller.id }, network: caller.network }
    : { actor: { type: 'agent', id: caller.id }, network: caller.network, keyId: caller.key?.id }

export async function recordAudit(tx: WorkspaceTx, { action, by, subjectId, detail = {} }: NewAuditEntry) {
  await tx
    .insertInto('auditLog')
    .values({
      action,
      actorType: by.actor.type,
      actorId: by.actor.id ?? null,
      keyId: by.keyId ?? null,
      subjectId: subjectId ?? null,
      detail: JSON.stringify(detail),
      network: by.network ?? null,
    })
    .execute()
}

/**
 * Clears the details and networks of entries about these people or by them, and of entries that contain one of the
 * addresses. The database refuses any other change of an entry.
 */
export const clearAuditDetails = (tx: WorkspaceTx, ids: string[], addresses: string[]) =>
  sql`update audit_log set detail = '{}', network = null
    where workspace_id = ${tx.workspaceId} and (subject_id = any(${ids}::uuid[]) or actor_id = any(${ids}::uuid[])
      or exists (select from unnest(${addresses}::text[]) as a(address) where strpos(detail::text, a.address) > 0))`.execute(
    tx,
  )
