import type { Client } from 'pg'
import { CannotStart } from '#server/platform/cannot-start.ts'

export type Workspace = { id: string; domain: string; name: string; plan: 'free' | 'active' }

export async function findWorkspace(client: Client, domain: string): Promise<Workspace> {
  const { rows } = await client.query<Workspace>(
    'select id, domain, name, plan from workspaces where domain = lower($1) for update',
    [domain],
  )
  if (!rows[0])
    throw new CannotStart(`There is no workspace ${domain}: npm run admin -- workspace list lists all workspaces.`)
  return rows[0]
}

export const recordAudit = (client: Client, workspaceId: string, action: string, detail: object, subjectId?: string) =>
  client.query(
    "insert into audit_log (workspace_id, action, actor_type, subject_id, detail) values ($1, $2, 'system', $3, $4)",
    [workspaceId, action, subjectId ?? null, JSON.stringify({ ...detail, by: 'operator' })],
  )

/** Makes the open pages of these accounts check whether their session is still valid. */
export async function recheckSessions(client: Client, ids: string[]) {
  for (const id of ids) await client.query("select pg_notify('startup_tools_sessions', $1)", [id])
}

const sizeUnits = ['bytes', 'kB', 'MB', 'GB', 'TB']

export function sizeOf(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizeUnits.length - 1)
  return `${(bytes / 1000 ** unit).toFixed(unit ? 1 : 0)} ${sizeUnits[unit]}`
}

export const count = (number: number, thing: string, things = `${thing}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? thing : things}`
