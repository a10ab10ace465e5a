import type { Client } from 'pg'
import type { Settings } from '#server/platform/settings/settings.ts'
import type { Command } from './command.ts'
import { count, findWorkspace, sizeOf, type Workspace } from './find-workspace.ts'
import { asOwner } from './owner-database.ts'

export const showWorkspace: Command = {
  name: 'workspace show',
  takes: 'DOMAIN',
  does: 'Shows a workspace: plan, sizes, members',
  run: ({ settings, words: [domain] }) =>
    asOwner(settings, async (client) => {
      const workspace = await findWorkspace(client, domain!)
      return [...(await tellState(client, settings, workspace)), ...(await tellMembers(client, workspace))].join('\n')
    }),
}

async function tellState(client: Client, settings: Settings, { id, domain, name, plan }: Workspace) {
  const { rows } = await client.query(sizesQuery, [id])
  const { day, suspendedDay, serviceDay, tickets, messages, customers, files, bytes, waiting } = rows[0]
  return [
    `${name}, ${settings.workspaceOrigin(domain)}`,
    `  id          ${id}`,
    `  plan        ${plan}; Service ${serviceDay ? `since ${serviceDay}` : 'not started'}; created ${day}${suspendedDay ? `; suspended since ${suspendedDay}` : ''}`,
    `  holds       ${count(tickets, 'ticket')}, ${count(messages, 'message')}, ${count(customers, 'customer')}`,
    `  files       ${count(files, 'file')}, ${sizeOf(Number(bytes))}`,
    `  mail        ${count(waiting, 'mail')} waiting to go out`,
  ]
}

const sizesQuery = `
  select to_char(w.created_at, 'YYYY-MM-DD') as day, to_char(w.suspended_at, 'YYYY-MM-DD') as "suspendedDay",
    (select to_char(s.started_at, 'YYYY-MM-DD') from service_settings s where s.workspace_id = w.id) as "serviceDay",
    (select count(*)::int from tickets t where t.workspace_id = w.id) as tickets,
    (select count(*)::int from messages m where m.workspace_id = w.id) as messages,
    (select count(*)::int from customers c where c.workspace_id = w.id) as customers,
    (select count(*)::int from outgoing_mails o where o.workspace_id = w.id and o.state in ('queued', 'retrying')) as waiting,
    f.files, f.bytes + p.bytes + v.bytes as bytes
  from workspaces w
  cross join lateral (select count(*)::int as files, coalesce(sum(bytes), 0) as bytes from files f where f.workspace_id = w.id) f
  cross join lateral (select coalesce(sum(bytes), 0) as bytes from pictures p where p.workspace_id = w.id) p
  cross join lateral (select coalesce(sum(bytes), 0) as bytes from media_variants v where v.workspace_id = w.id) v
  where w.id = $1`

async function tellMembers(client: Client, { id }: Workspace) {
  const { rows } = await client.query<{ email: string; role: string; status: string }>(
    'select email, role, status from members where workspace_id = $1 order by created_at, email',
    [id],
  )
  return ['  members', ...rows.map(({ email, role, status }) => `    ${email}  ${role}, ${status}`)]
}

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
