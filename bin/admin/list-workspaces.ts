import type { Command } from './command.ts'
import { count } from './find-workspace.ts'
import { asOwner } from './owner-database.ts'

type Row = {
  domain: string
  name: string
  plan: string
  members: number
  tickets: number
  day: string
  isSuspended: boolean
}

export const listWorkspaces: Command = {
  name: 'workspace list',
  takes: '',
  does: 'Lists the workspaces with their plan and size',
  run: ({ settings }) =>
    asOwner(settings, async (client) => {
      const { rows } = await client.query<Row>(listQuery)
      if (rows.length === 0) return 'There is no workspace yet.'
      const width = Math.max(...rows.map(({ domain }) => domain.length))
      return rows.map((row) => tellRow(row, width)).join('\n')
    }),
}

const tellRow = ({ domain, name, plan, members, tickets, day, isSuspended }: Row, width: number) =>
  `${domain.padEnd(width)}  ${plan.padEnd(6)}  ${count(members, 'member')}, ${count(tickets, 'ticket')}, since ${day}${isSuspended ? ', suspended' : ''}  ${name}`

const listQuery = `
  select w.domain, w.name, w.plan, to_char(w.created_at, 'YYYY-MM-DD') as day,
    w.suspended_at is not null as "isSuspended",
    (select count(*)::int from members m where m.workspace_id = w.id) as members,
    (select count(*)::int from tickets t where t.workspace_id = w.id) as tickets
  from workspaces w order by w.domain`
