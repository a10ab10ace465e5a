import { sql } from 'kysely'
import type { EntryLink } from '#contract/content/entry-links.ts'
import { systemActor } from '#contract/events.ts'
import { writeApiKey } from '#server/platform/api-keys/api-key.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { tellKeysChanged } from './change-keys.ts'
import { insertKey } from './queries.ts'

// A draft link is an API key of kind `link`, so it is found, counted and deleted like other keys. The code of entries
// decides who may create a link.

const isOpen = (entryId: string) => sql`k.entry_id = ${entryId}::uuid and k.revoked_at is null and k.expires_at > now()`

export async function listLinks(tx: WorkspaceTx, entryId: string): Promise<EntryLink[]> {
  const { rows } = await sql<EntryLink>`
    select k.id, k.language, k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
      json_build_object('id', m.id, 'name', coalesce(nullif(trim(m.name || ' ' || m.surname), ''), m.email)) as "createdBy"
    from api_keys k join members m on m.workspace_id = ${tx.workspaceId} and m.id = k.created_by
    where k.workspace_id = ${tx.workspaceId} and ${isOpen(entryId)}
    order by k.id desc`.execute(tx)
  return rows
}

type NewLink = { entryId: string; language: string; slug: string; expiresAt: string; createdBy: string }

export async function makeLink(tx: WorkspaceTx, link: NewLink): Promise<{ id: string; token: string }> {
  const { text: token, hash } = writeApiKey(tx.workspaceId)
  const id = await insertKey(tx, { ...link, hash, kind: 'link', name: 'Preview link', scopes: [] })
  return { id, token }
}

/** Revokes the open links of an entry, or only the link `id`. Returns whether a link was revoked. */
export async function endLinksOf(
  tx: WorkspaceTx,
  { entryId, id, by }: { entryId: string; id?: string; by: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update api_keys k set revoked_at = now(), revoked_by = ${by}
    where k.workspace_id = ${tx.workspaceId} and ${isOpen(entryId)} and ${id ? sql`k.id = ${id}::uuid` : sql`true`}
    returning k.id`.execute(tx)
  if (rows.length > 0) await tellKeysChanged(tx, by ? { type: 'agent', id: by } : systemActor)
  return rows.length > 0
}
