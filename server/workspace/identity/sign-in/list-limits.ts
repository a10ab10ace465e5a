import { sql } from 'kysely'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import type { SignInLimit } from '#contract/workspace/session.ts'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { operatorAsker } from '#server/workspace/identity/queries/sign-in.ts'
import { findMemberNames } from '#server/workspace/team/find-members.ts'
import { mostFailuresPerNetworkHour } from './check-code.ts'
import { mostPerAddressDay, mostPerAddressHour, mostPerNetworkHour } from './send-code.ts'

const mostListed = 25

/**
 * Lists the reached limits. A network is listed only if it requested a code for this workspace in the last hour,
 * because all workspaces share the network limits. Limits of a person count only codes of this workspace.
 */
export async function listSignInLimits(
  { settings }: Platform,
  tx: IdentityTx,
  { workspaceId }: Member,
): Promise<SignInLimit[]> {
  const factor = settings.limitFactor
  return [
    ...(await listNetworks(tx, workspaceId, {
      members: mostPerNetworkHour.members * factor,
      others: mostPerNetworkHour.strangers * factor,
      tries: mostFailuresPerNetworkHour * factor,
    })),
    ...(await listPeople(tx, workspaceId)),
  ]
}

const ownCodes = (workspaceId: string, hours: number) => sql`
  select c.* from identity.accounts a join identity.challenges c on c.account_id = a.id
      and c.purpose in ('login', 'address-old')
    where a.workspace_id = ${workspaceId} and c.asker <> ${operatorAsker} and c.created_at > now() - make_interval(hours => ${hours}::int)
  union all
  select c.* from identity.invitations i join identity.challenges c on c.account_id = i.account_id
    where i.workspace_id = ${workspaceId} and c.invited_to = ${workspaceId} and c.asker <> ${operatorAsker}
      and c.created_at > now() - make_interval(hours => ${hours}::int)
  union all
  select c.* from identity.challenges c
    where c.workspace_id = ${workspaceId} and c.created_at > now() - make_interval(hours => ${hours}::int)`

type MostOfNetwork = { members: number; others: number; tries: number }

async function listNetworks(tx: IdentityTx, workspaceId: string, most: MostOfNetwork): Promise<SignInLimit[]> {
  const { rows } = await sql<{ network: string; of: keyof MostOfNetwork; until: string }>`
    with own as (select distinct network from (${ownCodes(workspaceId, 1)}) o),
    tried as (select distinct network from (${ownCodes(workspaceId, 1)}) o where tries > 0)
    select own.network, l.of, l.at + interval '1 hour' as until from own, lateral (
      (select 'members' as of, ${unusedOf(sql`own.network`, true, most.members)} as at)
      union all
      (select 'others', ${unusedOf(sql`own.network`, false, most.others)})
      union all
      (select 'tries', (select f.created_at from identity.failed_tries f
        where f.network = own.network and f.created_at > now() - interval '1 hour'
          and own.network in (select network from tried)
        order by f.created_at desc offset ${most.tries - 1} limit 1))
    ) l where l.at is not null order by own.network, l.of limit ${mostListed}`.execute(tx)
  return rows.map(({ network, of, until }) =>
    of === 'tries'
      ? { code: 'tries-of-network', network, most: most.tries, until }
      : { code: 'codes-of-network', network, of, most: most[of], until },
  )
}

// Selects when a network requested its `most`-th last unused code of the last hour, or null. The limit ends an hour
// after this time.
const unusedOf = (network: ReturnType<typeof sql>, isMembers: boolean, most: number) => sql`
  (select c.created_at from identity.challenges c left join identity.accounts a on a.id = c.account_id
    where c.network = ${network} and c.used_at is null and c.created_at > now() - interval '1 hour'
      and (a.workspace_id is not null) = ${isMembers}
    order by c.created_at desc offset ${most - 1} limit 1)`

type LimitRow = {
  accountId: string | null
  customerId: string | null
  address: string
  isKnownDevice: boolean
  hours: 1 | 24
  most: number
  until: string
}

async function listPeople(tx: IdentityTx, workspaceId: string): Promise<SignInLimit[]> {
  const { rows } = await sql<LimitRow>`
    with unused as (
      select account_id, customer_id, address, is_known_device, created_at,
        row_number() over (partition by account_id, customer_id, is_known_device order by created_at desc) as nth
      from (${ownCodes(workspaceId, 24)}) o where used_at is null and purpose <> 'invitation'
    ),
    limited as (
      select *, 1 as hours, ${mostPerAddressHour}::int as most, created_at + interval '1 hour' as until from unused
      where nth = ${mostPerAddressHour}
      union all
      select *, 24, nth::int, created_at + interval '1 day' from unused
      where nth = case when is_known_device then ${mostPerAddressDay.known}::int else ${mostPerAddressDay.unknown}::int end
    )
    select distinct on (account_id, customer_id, is_known_device)
      account_id, customer_id, address, is_known_device, hours, most, until
    from limited where until > now()
    order by account_id, customer_id, is_known_device, until desc limit ${mostListed}`.execute(tx)
  const names = await withinWorkspace(tx, workspaceId, (walled) =>
    findMemberNames(
      walled,
      rows.map(({ accountId }) => accountId),
    ),
  )
  return rows.map(({ accountId, customerId, address, isKnownDevice, ...limit }) => ({
    code: 'codes-of-person',
    person: accountId
      ? { type: 'agent', id: accountId, name: names.get(accountId) ?? shownAddress(address) }
      : { type: 'customer', id: customerId!, name: shownAddress(address) },
    browsers: isKnownDevice ? 'known' : 'new',
    ...limit,
  }))
}

/** Unused codes that are no longer valid: replaced, expired or tried too often. */
const spent = sql`used_at is null and (replaced_at is not null or expires_at <= now() or tries >= 15)`

export async function deleteSpentCodesOf(tx: IdentityTx, address: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from identity.challenges where address = ${address} and ${spent}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export async function resetTriesOf(tx: IdentityTx, network: string): Promise<number> {
  const codes = await sql`delete from identity.challenges where network = ${network} and ${spent}`.execute(tx)
  const tries = await sql`delete from identity.failed_tries where network = ${network}`.execute(tx)
  return Number((codes.numAffectedRows ?? 0n) + (tries.numAffectedRows ?? 0n))
}
