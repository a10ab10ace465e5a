import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { countCompaniesOf } from './queries.ts'
import { mostCompanies } from './write-company.ts'

type Membership = { companyId: string; isByDomain: boolean; sharesTickets: boolean }
export type MovedMemberships = { left: Membership[]; joined: string[] }
type Move = { from: string; into: string }

/** Gives the companies of a customer to another one, who keeps their own settings in companies of both. */
export async function moveMemberships(tx: WorkspaceTx, { from, into }: Move): Promise<MovedMemberships> {
  const left = await tx
    .deleteFrom('companyPeople')
    .where('customerId', '=', from)
    .returning(['companyId', 'isByDomain', 'sharesTickets'])
    .execute()
  const joined = await insertMemberships(tx, into, left)
  if ((await countCompaniesOf(tx, into)) > mostCompanies)
    throw new Refusal('merge-too-large', {
      detail: `Together, both customers belong to more than ${mostCompanies} companies. Remove a company first.`,
    })
  return { left, joined }
}

/** Undoes `moveMemberships`. */
export async function moveMembershipsBack(tx: WorkspaceTx, { from, into }: Move, { left, joined }: MovedMemberships) {
  if (joined.length > 0)
    await tx.deleteFrom('companyPeople').where('customerId', '=', into).where('companyId', 'in', joined).execute()
  await insertMemberships(tx, from, left)
}

// Companies that were deleted meanwhile are left out. Returns the companies that the customer joined.
async function insertMemberships(tx: WorkspaceTx, customerId: string, memberships: Membership[]) {
  const id = tx.workspaceId
  const { rows } = await sql<{ companyId: string }>`
    insert into company_people (workspace_id, company_id, customer_id, is_by_domain, shares_tickets)
    select ${id}::uuid, c.id, ${customerId}::uuid, m.is_by_domain, m.shares_tickets
    from jsonb_to_recordset(${JSON.stringify(memberships.map(rowOf))}::jsonb)
      as m(company_id uuid, is_by_domain boolean, shares_tickets boolean)
    join companies c on c.workspace_id = ${id} and c.id = m.company_id
    on conflict do nothing returning company_id`.execute(tx)
  return rows.map(({ companyId }) => companyId)
}

const rowOf = ({ companyId, isByDomain, sharesTickets }: Membership) => ({
  company_id: companyId,
  is_by_domain: isByDomain,
  shares_tickets: sharesTickets,
})
