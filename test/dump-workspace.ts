import { owner } from '#test/world.ts'

// What records that something happened, and is therefore not restored: the history, what open pages and programs are
// told, and the counter of the changes of a ticket.
const records = ['history', 'audit_log', 'live_events', 'followed_changes', 'followed_positions', 'idempotency_keys']

/** Returns each row of the workspace in each table that has workspaces, without those that an undo does not restore. */
export async function dumpWorkspace({ id }: { id: string }) {
  const { rows: tables } = await owner.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
     where n.nspname in ('app', 'identity') and c.relkind = 'r' order by 1`,
  )
  const whole: Record<string, string[]> = {}
  for (const { name } of tables.filter((table) => !records.includes(table.name))) {
    const { rows } = await owner.query(
      `select (to_jsonb(t) - 'revision' - 'last_seen_at')::text as row from ${name} t where workspace_id = $1 order by 1`,
      [id],
    )
    whole[name] = rows.map(({ row }) => row)
  }
  return whole
}
