import { sql } from 'kysely'
import type { FollowedKind } from '#contract/search/following.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type Change = { kind: FollowedKind; id: string; isDeleted: boolean }

const noted = new WeakMap<WorkspaceTx, Map<string, Change>>()

/** Records changes for programs that follow a list, at the end of the transaction, sorted against deadlocks. */
export const noteChanges = (tx: WorkspaceTx, kind: FollowedKind, ids: readonly string[]) => note(tx, kind, ids, false)

export const noteDeleted = (tx: WorkspaceTx, kind: FollowedKind, ids: readonly string[]) => note(tx, kind, ids, true)

function note(tx: WorkspaceTx, kind: FollowedKind, ids: readonly string[], isDeleted: boolean) {
  const changes = noted.get(tx) ?? new Map<string, Change>()
  if (changes.size === 0 && ids.length > 0) {
    noted.set(tx, changes)
    tx.beforeEnd.push(() => write(tx, [...changes.entries()]))
  }
  for (const id of ids) {
    const key = `${kind} ${id}`
    changes.set(key, { kind, id, isDeleted: isDeleted || changes.get(key)?.isDeleted === true })
  }
}

async function write(tx: WorkspaceTx, changes: [string, Change][]) {
  const sorted = changes.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, change]) => change)
  const column = <K extends keyof Change>(name: K) => sorted.map((change) => change[name])
  const now = new Date().toISOString()
  await sql`insert into followed_changes (workspace_id, kind, id, changed_at, deleted_at)
    select ${tx.workspaceId}::uuid, c.kind, c.id, ${now}::timestamptz, case when c.is_deleted then ${now}::timestamptz end
    from unnest(${column('kind')}::text[], ${column('id')}::uuid[], ${column('isDeleted')}::boolean[]) as c(kind, id, is_deleted)
    on conflict (workspace_id, kind, id) do update
    set position = null, changed_at = excluded.changed_at, deleted_at = excluded.deleted_at`.execute(tx)
}
