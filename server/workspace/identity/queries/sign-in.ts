import { type Selectable, sql } from 'kysely'
import type { IdentityChallenges } from '#database/types.ts'
import type { IdentityTx, WorkspaceTx } from '#server/platform/database.ts'

export type Purpose = Selectable<IdentityChallenges>['purpose']
export const operatorAsker = 'operator'

export type Subject = { accountId: string } | { workspaceId: string; customerId: string }

const selectAccount = (tx: IdentityTx) =>
  tx.selectFrom('identity.accounts').select(['id', 'email', 'workspaceId', 'verifiedAt'])

export const findAccountByEmail = (tx: IdentityTx, email: string) =>
  selectAccount(tx).where('email', '=', email).executeTakeFirst()

export const findAccount = (tx: IdentityTx, id: string) => selectAccount(tx).where('id', '=', id).executeTakeFirst()

/** Finds a member. The transaction must already be in the workspace of the member. */
export const findMember = (tx: WorkspaceTx, id: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'role', 'status', 'name', 'surname', 'invitedAt'])
    .where('id', '=', id)
    .executeTakeFirst()

export const findDomain = (tx: WorkspaceTx) =>
  tx.selectFrom('workspaces').select(['domain', 'name']).executeTakeFirstOrThrow()

export const findPreferences = (tx: WorkspaceTx, id: string) =>
  tx.selectFrom('members').select(['timeZone', 'singleKeys']).where('id', '=', id).executeTakeFirst()

export const ofSubject = (subject: Subject) =>
  'accountId' in subject
    ? sql<boolean>`account_id = ${subject.accountId}`
    : sql<boolean>`workspace_id = ${subject.workspaceId} and customer_id = ${subject.customerId}`

/** Makes simultaneous code requests from this network or for this address wait, because of the limits. */
export async function lockBudgets(tx: IdentityTx, network: string, address: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`network ${network}`}, 7))`.execute(tx)
  await lockAddresses(tx, [address])
}

type Budget = { network: string; address: string; isKnownDevice: boolean }

/**
 * Counts unused codes: of the network in the last hour, and of the address in the last hour and day. For the network,
 * codes for members have a separate count.
 */
export async function countCodes(tx: IdentityTx, { network, address, isKnownDevice }: Budget) {
  const { rows } = await sql<{
    ofStrangers: number
    ofMembers: number
    ofAddressHour: number
    ofAddressDay: number
    secondsSinceLast: number | null
  }>`
    select n.of_strangers, n.of_members, a.* from (
      select count(*) filter (where a.workspace_id is null) as of_strangers,
        count(*) filter (where a.workspace_id is not null) as of_members
      from identity.challenges c left join identity.accounts a on a.id = c.account_id
      where c.network = ${network} and c.asker <> ${operatorAsker} and c.used_at is null and c.created_at > now() - interval '1 hour') n,
    (select count(*) filter (where created_at > now() - interval '1 hour') as of_address_hour,
        count(*) as of_address_day,
        extract(epoch from now() - max(created_at) filter (where replaced_at is null))::float8 as seconds_since_last
      from identity.challenges
      where address = ${address} and is_known_device = ${isKnownDevice} and asker <> ${operatorAsker}
        and used_at is null and created_at > now() - interval '1 day') a`.execute(tx)
  return rows[0]!
}

export const hasJoined = async (tx: IdentityTx, accountId: string) =>
  (await tx
    .selectFrom('identity.accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('workspaceId', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Locks addresses in a fixed order, so that two people who swap their addresses do not deadlock. */
export async function lockAddresses(tx: IdentityTx, addresses: string[]) {
  for (const address of addresses.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 7))`.execute(tx)
}

export async function countAddressChanges(tx: IdentityTx, subject: Subject) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identity.challenges
    where ${ofSubject(subject)} and purpose = 'address-new' and created_at > now() - interval '1 day'`.execute(tx)
  return rows[0]!.count
}

/** Makes a used code valid again. This is needed if the first of two codes was right and the second wrong. */
export const reviveChallenge = (tx: IdentityTx, id: string) =>
  tx.updateTable('identity.challenges').set({ usedAt: null }).where('id', '=', id).execute()

export const endChallenges = (tx: IdentityTx, subject: Subject) =>
  tx
    .updateTable('identity.challenges')
    .set({ replacedAt: sql`now()` })
    .where(ofSubject(subject))
    .where('usedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .execute()

/** Moves the known browsers of a person to the new address, so that the next owner of the old address has none. */
export async function moveDevices(tx: IdentityTx, from: Buffer, to: Buffer) {
  await sql`delete from identity.known_devices where person = ${to}`.execute(tx)
  await sql`update identity.known_devices set person = ${to} where person = ${from}`.execute(tx)
}

export const knowsDevice = async (tx: IdentityTx, person: Buffer, device: string) =>
  (await tx
    .selectFrom('identity.knownDevices')
    .select('device')
    .where('person', '=', person)
    .where('device', '=', device)
    .executeTakeFirst()) !== undefined

export async function hasSignedIn(tx: IdentityTx, person: Buffer, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ hasSignedIn: boolean }>`
    select exists (select from identity.known_devices where person = ${person})
      or exists (select from identity.sessions where account_id = ${accountId}::uuid) as has_signed_in`.execute(tx)
  return rows[0]!.hasSignedIn
}

export const knowsProgram = async (tx: IdentityTx, accountId: string, userAgent: string) =>
  (await tx
    .selectFrom('identity.sessions')
    .select('id')
    .where('accountId', '=', accountId)
    .where('userAgent', '=', userAgent)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const keepDevice = (tx: IdentityTx, person: Buffer, device: string) =>
  tx
    .insertInto('identity.knownDevices')
    .values({ person, device })
    .onConflict((conflict) => conflict.columns(['person', 'device']).doUpdateSet({ signedInAt: sql`now()` }))
    .execute()

const mostAskers = 3

/**
 * Inserts a code and ends the earlier code of the same browser or network. At most three browsers or networks can have
 * a code for one person and purpose. If there are more, the oldest code ends, but codes of known browsers end last.
 */
export async function insertChallenge(
  tx: IdentityTx,
  challenge: {
    purpose: Purpose
    subject: Subject
    address: string
    codeHash: Buffer
    network: string
    asker: string
    isKnownDevice: boolean
    lifeMinutes: number
    invitedTo: string | null
  },
) {
  const { purpose, subject, address, codeHash, network, asker, isKnownDevice, lifeMinutes, invitedTo } = challenge
  const others = sql`select id from identity.challenges
    where purpose = ${purpose} and ${ofSubject(subject)} and asker <> ${asker}
      and used_at is null and replaced_at is null and expires_at > now()
    order by is_known_device desc, created_at desc offset ${mostAskers - 1}`
  await tx
    .updateTable('identity.challenges')
    .set({ replacedAt: sql`now()` })
    .where('purpose', '=', purpose)
    .where(ofSubject(subject))
    .where(sql<boolean>`(asker = ${asker} or id in (${others}))`)
    .where('replacedAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute()
  return tx
    .insertInto('identity.challenges')
    .values({
      purpose,
      ...subject,
      address,
      codeHash,
      network,
      asker,
      isKnownDevice,
      invitedTo,
      expiresAt: sql`now() + make_interval(mins => ${lifeMinutes}::int)`,
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
}

type Attempt = {
  purpose: Purpose
  subject: Subject
  codeHashes: Buffer[]
  asker: string
  mostTries: { ofAsker: number; ofAll: number }
}

/**
 * Marks the right code as used, or counts a wrong try, in one atomic statement. Simultaneous tries wait for each other.
 */
export async function tryCode(tx: IdentityTx, { purpose, subject, codeHashes, asker, mostTries }: Attempt) {
  const { rows } = await sql<{ id: string; address: string; isRight: boolean; invitedTo: string | null }>`
    with alive as (
      select id, code_hash = any(${codeHashes}::bytea[]) as is_right from identity.challenges
      where purpose = ${purpose} and ${ofSubject(subject)}
        and used_at is null and replaced_at is null and expires_at > now()
        and tries < ${mostTries.ofAll} and coalesce((tries_by ->> ${asker})::int, 0) < ${mostTries.ofAsker}
      order by id for update
    )
    update identity.challenges c set
      tries = c.tries + case when a.is_right then 0 else 1 end,
      tries_by = case when a.is_right then c.tries_by else
        c.tries_by || jsonb_build_object(${asker}::text, coalesce((c.tries_by ->> ${asker})::int, 0) + 1) end,
      used_at = case when a.is_right then now() end
    from alive a
    where c.id = a.id and (a.is_right or not (select bool_or(is_right) from alive))
    returning c.id, c.address, c.used_at is not null as is_right, c.invited_to`.execute(tx)
  return rows.find(({ isRight }) => isRight)
}

export const findPendingChallenge = <P extends Purpose>(
  tx: IdentityTx,
  address: string,
  purposes: readonly P[],
  workspaceId?: string,
) =>
  tx
    .selectFrom('identity.challenges')
    .select(['purpose', 'accountId', 'workspaceId', 'customerId', 'invitedTo'])
    .where('address', '=', address)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .where('createdAt', '>', sql<string>`now() - interval '1 hour'`)
    .$if(workspaceId !== undefined, (query) => query.where('workspaceId', '=', workspaceId!))
    .orderBy('createdAt', 'desc')
    .$narrowType<{ purpose: P }>()
    .executeTakeFirst()

/**
 * Finds the workspace of a customer through the customer's codes and sessions. The database role cannot read the
 * customers table before the workspace is known.
 */
export async function findWorkspaceOfAsker(tx: IdentityTx, customerId: string): Promise<string | null> {
  const asked = await tx
    .selectFrom('identity.challenges')
    .select('workspaceId')
    .where('customerId', '=', customerId)
    .limit(1)
    .executeTakeFirst()
  if (asked) return asked.workspaceId
  const signedIn = await tx
    .selectFrom('identity.sessions')
    .select('workspaceId')
    .where('customerId', '=', customerId)
    .limit(1)
    .executeTakeFirst()
  return signedIn?.workspaceId ?? null
}

export async function countFailedTries(tx: IdentityTx, network: string) {
  const { rows } = await sql<{ ofNetwork: number; ofAll: number }>`
    select count(*) filter (where network = ${network}) as of_network, count(*) as of_all
    from identity.failed_tries where created_at > now() - interval '1 hour'`.execute(tx)
  return rows[0]!
}

export const insertFailedTry = (tx: IdentityTx, network: string) =>
  tx.insertInto('identity.failedTries').values({ network }).execute()

export const insertSignInLog = (
  tx: IdentityTx,
  row: { event: string; accountId?: string; address?: string; network: string },
) => tx.insertInto('identity.signInLog').values(row).execute()

export async function deleteOutdated(tx: IdentityTx) {
  await sql`delete from identity.challenges where created_at < now() - interval '2 days'`.execute(tx)
  await sql`delete from identity.known_devices where signed_in_at < now() - interval '180 days'`.execute(tx)
  await sql`delete from identity.failed_tries where created_at < now() - interval '2 hours'`.execute(tx)
  await sql`delete from identity.acknowledged_addresses where since < now() - interval '1 day'`.execute(tx)
  await sql`delete from identity.sign_in_log where created_at < now() - interval '180 days'`.execute(tx)
  await sql`delete from identity.unsolicited_mails where day < current_date - 7`.execute(tx)
  await sql`delete from identity.resting_domains where until_at < now()`.execute(tx)
  await sql`delete from identity.sessions
    where coalesce(ended_at, least(idle_expires_at, absolute_expires_at)) < now() - interval '30 days'`.execute(tx)
}
