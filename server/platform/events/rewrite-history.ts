import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { History } from '#database/types.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'

type HistoryRow = Selectable<History>
export type HistoryValues = { type: string; old: unknown; new: unknown }

/**
 * Changes the values of history rows, to erase personal data. The rows keep their ids and times. Rows cannot be updated,
 * so changed ones are deleted and inserted again.
 */
export async function rewriteHistory(
  tx: WorkspaceTx,
  subjectIds: string[],
  rewrite: (values: HistoryValues) => Pick<HistoryValues, 'old' | 'new'>,
) {
  const { rows } = await sql<HistoryRow>`
    select * from history where workspace_id = ${tx.workspaceId} and subject_id = any(${subjectIds}::uuid[])
      and (old is not null or new is not null)`.execute(tx)
  const changed = rows.flatMap((row) => {
    const now = rewrite({ type: row.type, old: row.old, new: row.new })
    const [before, after] = [JSON.stringify([row.old, row.new]), JSON.stringify([now.old, now.new])]
    return before === after ? [] : [{ ...row, old: jsonOf(now.old), new: jsonOf(now.new) }]
  })
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await tx.deleteFrom('history').where('id', 'in', ids).execute()
  await tx.insertInto('history').values(changed).execute()
}

const jsonOf = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))
