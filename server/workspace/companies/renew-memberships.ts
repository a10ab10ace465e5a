import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'

/**
 * Lets a customer join the companies that have a domain of `addresses`, and leave those that the customer joined by an
 * address that is gone. `addresses` are all addresses of the customer. Waits for a company that gets such a domain now.
 */
export async function renewMemberships(tx: WorkspaceTx, customerId: string, addresses: string[]) {
  const domains = [...new Set(addresses.map(domainOf))].sort()
  for (const domain of domains) await lockDomain(tx, domain, 'shared')
  const id = tx.workspaceId
  await sql`delete from company_people p
    where p.workspace_id = ${id} and p.customer_id = ${customerId} and p.is_by_domain
      and not exists (select from company_domains d
        where d.workspace_id = ${id} and d.company_id = p.company_id and d.domain = any(${domains}::text[]))`.execute(
    tx,
  )
  await sql`insert into company_people (workspace_id, company_id, customer_id, is_by_domain)
    select distinct ${id}::uuid, d.company_id, ${customerId}::uuid, true from company_domains d
    where d.workspace_id = ${id} and d.domain = any(${domains}::text[])
    on conflict do nothing`.execute(tx)
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

/** Locks a domain until the transaction ends: `shared` by customers who join, `alone` by a company that gets or loses it. */
export const lockDomain = (tx: WorkspaceTx, domain: string, how: 'shared' | 'alone') => {
  const key = sql`hashtextextended(${`company ${tx.workspaceId} ${domain}`}, 11)`
  return how === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${key})`.execute(tx)
    : sql`select pg_advisory_xact_lock(${key})`.execute(tx)
}
