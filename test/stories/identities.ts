import { connect } from '#server/platform/database/connect.ts'
import { inIdentity } from '#server/platform/database.ts'
import { accessTokens } from '#server/platform/http/credentials/access-token.ts'
import { keyringOf, loadSecrets } from '#server/platform/secrets.ts'
import { openSession } from '#server/workspace/identity/sessions/open-session.ts'

export const rootDomain = 'startuptools.localhost'

export type Role = 'AdminUser' | 'TeamUser'
/** A session. `id`: the id of the account or the customer. */
export type Session = { id: string; accessToken: string; refreshToken: string; domain: string | null; isTeam: boolean }

/** Creates people and sessions directly in the database, because this takes only milliseconds. */
export type Identities = ReturnType<typeof openIdentities>

export function openIdentities(databaseUrl: string, dataDir: string) {
  const database = connect({ url: databaseUrl, size: 2, name: 'stories', statementTimeoutMs: 30_000, patience: 6 })
  const tokens = accessTokens(keyringOf(loadSecrets(dataDir), 'jwtKey'), rootDomain)
  const one = async (text: string, values: unknown[]) => (await database.pool.query(text, values)).rows[0]

  const open = async (subject: Parameters<typeof openSession>[2]['subject'], userAgent: string) =>
    inIdentity(database, (tx) => openSession({ tokens }, tx, { subject, userAgent, network: '127.0.0.1' }))

  return {
    /** Creates an account with a verified address and without a workspace. */
    newAccount: (email: string) => one('insert into accounts (email, verified_at) values ($1, now())', [email]),

    /** Creates a team member without a name. */
    async newMember(domain: string, email: string, role: Role) {
      const insert = `with place as (select id from workspaces where domain = $1), account as (
          insert into accounts (email, workspace_id, verified_at) select $2, id, now() from place returning id, workspace_id)
        insert into members (workspace_id, id, email, role, joined_at) select workspace_id, id, $2, $3, now() from account`
      await database.pool.query(insert, [domain, email, role])
    },

    /** Creates a customer with a verified address. */
    async newCustomer(domain: string, email: string) {
      const insert = `with customer as (
          insert into customers (workspace_id, registered_at) select id, now() from workspaces where domain = $1 returning workspace_id, id)
        insert into customer_emails (workspace_id, address, customer_id, verified_at)
          select workspace_id, $2, id, now() from customer`
      await database.pool.query(insert, [domain, email])
    },

    async signInTeam(email: string, userAgent: string): Promise<Session> {
      const { id, domain } = await one(
        'select a.id, w.domain from accounts a left join workspaces w on w.id = a.workspace_id where a.email = $1',
        [email],
      )
      return { id, domain, isTeam: true, ...(await open({ accountId: id }, userAgent)) }
    },

    async signInCustomer(domain: string, email: string, userAgent: string): Promise<Session> {
      const { id, workspaceId } = await one(
        `select c.customer_id as id, w.id as "workspaceId" from customer_emails c join workspaces w on w.id = c.workspace_id
          where w.domain = $1 and c.address = $2`,
        [domain, email],
      )
      return { id, domain, isTeam: false, ...(await open({ workspaceId, customerId: id }, userAgent)) }
    },

    /** Makes the codes of an address older by `seconds`. */
    ageCodes: async (email: string, seconds: number) => {
      await database.pool.query(
        'update identity.challenges set created_at = created_at - make_interval(secs => $2) where address = $1',
        [email, seconds],
      )
    },

    bringJobsForward: async (seconds: number) => {
      await database.pool.query(
        'update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1) where run_at > now()',
        [seconds],
      )
    },

    close: () => database.pool.end(),
  }
}
