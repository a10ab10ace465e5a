import { type RawBuilder, sql } from 'kysely'
import { priorities, statuses } from '#contract/tickets/ticket-values.ts'
import type { TicketGrouping } from '#contract/tickets/view-values.ts'
import { findOwnOrder, inOrder } from '#server/platform/database/text-order.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { listTeams } from '#server/tickets/teams/find-teams.ts'
import { type Reader, visibleTo } from '#server/tickets/ticket/caller.ts'
import { conditionsOf, type TicketFilter } from './lists.ts'

type Group = { value: string; name: string | null }
export type CountedGroup = Group & { count: number }

type Grouping = {
  column: RawBuilder<unknown>
  /** All groups that a workspace can have, in their order. */
  list: (tx: WorkspaceTx) => Promise<Group[]>
  is: (value: string) => RawBuilder<boolean>
}

const fixed = (values: readonly string[]) => async () => values.map((value) => ({ value, name: null }))

const groupings: Record<TicketGrouping, Grouping> = {
  status: { column: sql`status`, list: fixed(statuses), is: (value) => sql`status = ${value}` },
  priority: { column: sql`priority`, list: fixed(priorities.toReversed()), is: (value) => sql`priority = ${value}` },
  assignee: {
    column: sql`assignee_id`,
    list: listAssignees,
    is: (value) => (value === 'none' ? sql`assignee_id is null` : sql`assignee_id = ${value}::uuid`),
  },
  team: {
    column: sql`team_id`,
    list: listTeamGroups,
    is: (value) => (value === 'none' ? sql`team_id is null` : sql`team_id = ${value}::uuid`),
  },
}

async function listAssignees(tx: WorkspaceTx): Promise<Group[]> {
  const name = sql`trim(name || ' ' || surname)`
  const { rows } = await sql<Group>`
    select id as value, coalesce(nullif(${name}, ''), email) as name from members
    where workspace_id = ${tx.workspaceId} order by ${inOrder(name, await findOwnOrder(tx))}, id`.execute(tx)
  return [{ value: 'none', name: null }, ...rows]
}

async function listTeamGroups(tx: WorkspaceTx): Promise<Group[]> {
  const teams = await listTeams(tx)
  return [{ value: 'none', name: null }, ...teams.map(({ id, name }) => ({ value: id, name }))]
}

export const isInGroup = (grouping: TicketGrouping, value: string) => groupings[grouping].is(value)

/** Counts the tickets of a filter in each group. Groups without tickets have the count 0. */
export async function countGroups(
  tx: WorkspaceTx,
  reader: Reader,
  filter: TicketFilter,
  grouping: TicketGrouping,
): Promise<CountedGroup[]> {
  const { column, list } = groupings[grouping]
  const groups = await list(tx)
  const { rows } = await sql<{ value: string; count: number }>`
    select coalesce(${column}::text, 'none') as value, count(*)::int as count from tickets
    where workspace_id = ${tx.workspaceId} and ${conditionsOf(tx.workspaceId, reader, filter)} and ${visibleTo(reader, tx.workspaceId)}
    group by 1`.execute(tx)
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  return groups.map((group) => ({ ...group, count: counts.get(group.value) ?? 0 }))
}
