import type pg from 'pg'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Company } from './plant-demo.ts'

/** A workspace with active members and Service started. */
export async function foundCompany(client: pg.Client, { domain, name, timeZone, team }: Company): Promise<string> {
  const { rows } = await client.query(
    `insert into workspaces (domain, name, time_zone, plan, created_at)
     values ($1, $2, $3, 'active', now() - interval '60 days') returning id`,
    [domain, name, timeZone],
  )
  const workspaceId: string = rows[0].id
  await client.query(
    `insert into service_settings (workspace_id, support_name, started_at) values ($1, $2, now() - interval '60 days')`,
    [workspaceId, name],
  )
  for (const [first, last, role] of team) {
    const email = `${first.toLowerCase()}@${domain}.example`
    const account = await client.query(
      'insert into accounts (email, workspace_id, verified_at) values ($1, $2, now()) returning id',
      [email, workspaceId],
    )
    await client.query(
      `insert into members (workspace_id, id, email, name, surname, role, is_hr_admin, joined_at) values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [
        workspaceId,
        account.rows[0].id,
        email,
        first,
        last,
        role === 'FreeAdminUser' ? 'AdminUser' : role,
        role === 'FreeAdminUser',
      ],
    )
  }
  return workspaceId
}

export async function listTeam(tx: WorkspaceTx): Promise<string[]> {
  const rows = await tx.selectFrom('members').select('id').orderBy('createdAt').orderBy('email').execute()
  return rows.map(({ id }) => id)
}
