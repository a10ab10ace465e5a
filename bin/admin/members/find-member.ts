import type { Client } from 'pg'
import { findWorkspace, type Workspace } from '#bin/admin/find-workspace.ts'
import { comparedAddress } from '#contract/email-address.ts'
import { CannotStart } from '#server/platform/cannot-start.ts'

export type Member = { id: string; email: string; role: string; status: 'invited' | 'active' | 'deactivated' }

/** A member of a workspace, by address. */
export async function findMember(
  client: Client,
  domain: string,
  typed: string,
): Promise<Workspace & { member: Member }> {
  const workspace = await findWorkspace(client, domain)
  const email = comparedAddress(typed)
  const { rows } = await client.query<Member>(
    'select id, email, role, status from members where workspace_id = $1 and email = $2 for update',
    [workspace.id, email],
  )
  if (!rows[0]) throw new CannotStart(`${email} is not on the team of ${workspace.domain}.`)
  return { ...workspace, member: rows[0] }
}
