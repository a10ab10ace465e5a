import { statuses, teamStatusLabels } from '#contract/tickets/ticket-values.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertStatuses } from './queries.ts'

const colors = { new: 'blue', open: 'teal', pending: 'plum', on_hold: 'grey', solved: 'green', closed: 'grey' } as const

const defaults = statuses.map((category) => ({
  ...{ category, name: teamStatusLabels[category], color: colors[category], position: 0, isDefault: true },
}))

/** Creates the default statuses of a new workspace, one for each category. */
export async function createDefaultStatuses(tx: WorkspaceTx) {
  await insertStatuses(tx, defaults)
}

type Client = { query(text: string, values: unknown[]): Promise<unknown> }

/** Creates the default statuses of a workspace that was inserted by SQL, such as the demo data. */
export const plantDefaultStatuses = (client: Client, workspaceId: string) =>
  client.query(
    `insert into ticket_statuses (workspace_id, category, name, color, position, is_default)
     select $1, d.category, d.name, d.color, 0, true
     from json_to_recordset($2) d (category text, name text, color text)`,
    [workspaceId, JSON.stringify(defaults)],
  )
