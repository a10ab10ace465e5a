import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Platform, TokenPair } from '#server/platform/http/platform.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { findPrimaryAddress } from '#server/workspace/customers/customer-accounts.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import {
  endSessionRow,
  endSurplusSessions,
  extendSession,
  insertRefreshToken,
  insertSession,
  isLive,
  lockRefreshToken,
  rotateRefreshToken,
} from '#server/workspace/identity/queries/sessions.ts'
import { findAccount, findDomain, insertSignInLog, type Subject } from '#server/workspace/identity/queries/sign-in.ts'
import { markMemberSeen } from '#server/workspace/team/find-members.ts'

const sessionLife = {
  team: { idleDays: 14, absoluteDays: 30 },
  customer: { idleDays: 30, absoluteDays: 90 },
} as const
const mostSessions = 20

const lifeOf = (subject: Subject) => ('accountId' in subject ? sessionLife.team : sessionLife.customer)

export async function openSession(
  platform: Pick<Platform, 'tokens'>,
  tx: IdentityTx,
  { subject, userAgent, network }: { subject: Subject; userAgent: string; network: string },
): Promise<TokenPair> {
  const session = await insertSession(tx, { subject, userAgent, network, ...lifeOf(subject) })
  await endSurplusSessions(tx, subject, mostSessions)
  return issueTokens(platform, tx, session.id, subject)
}

async function issueTokens(
  { tokens }: Pick<Platform, 'tokens'>,
  tx: IdentityTx,
  sessionId: string,
  subject: Subject,
): Promise<TokenPair> {
  const refreshToken = randomBytes(32).toString('base64url')
  await insertRefreshToken(tx, hashToken(refreshToken), sessionId)
  const person = 'accountId' in subject ? subject.accountId : subject.customerId
  return { accessToken: await tokens.sign({ subject: person, sessionId }), refreshToken }
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

const graceSeconds = 10

type Renewal = { kind: 'team' | 'customer'; pair: TokenPair } | null

/**
 * Exchanges a refresh token. A token works for ten more seconds after its first use, because two tabs can use it at
 * once. Any later use counts as theft and ends the session (RFC 9700, section 4.14).
 */
export async function renewSession(
  platform: Platform,
  tx: IdentityTx,
  refreshToken: string,
  network: string,
): Promise<Renewal> {
  const hash = hashToken(refreshToken)
  const found = await lockRefreshToken(tx, hash)
  if (!found?.isLive) return null
  if (found.secondsSinceRotation !== null && found.secondsSinceRotation > graceSeconds) {
    await endFamily(platform, tx, found, network)
    return null
  }
  if (!(await isLive(tx, found.sessionId))) return null

  const subject = subjectOf(found)
  await rotateRefreshToken(tx, hash)
  await extendSession(tx, found.sessionId, lifeOf(subject).idleDays, network)
  const pair = await issueTokens(platform, tx, found.sessionId, subject)
  return { kind: found.accountId ? 'team' : 'customer', pair }
}

type RefreshTokenRow = NonNullable<Awaited<ReturnType<typeof lockRefreshToken>>>

// Ends the session of a stolen token. Of two simultaneous calls only one ends the session, so the person gets only one
// mail.
async function endFamily(platform: Platform, tx: IdentityTx, found: RefreshTokenRow, network: string) {
  const ended = await endSessionRow(tx, found.sessionId, 'refresh-token-reused')
  if (!ended) return
  await insertSignInLog(tx, {
    event: 'refresh-token-reused',
    ...(found.accountId && { accountId: found.accountId }),
    network,
  })
  tx.afterwards.sessions.add(found.sessionId)
  const reached = await findReach(tx, subjectOf(found))
  if (!reached) return
  const notice = sealNotice(platform.keys.seal, { ...reached, notice: 'refresh-token-reused' })
  await enqueue(tx, mailSecurityNotice, notice)
}

async function findReach(tx: IdentityTx, subject: Subject) {
  if ('accountId' in subject) {
    const account = await findAccount(tx, subject.accountId)
    return account && { address: account.email, workspace: null }
  }
  return withinWorkspace(tx, subject.workspaceId, async (walled) => {
    const customer = await findPrimaryAddress(walled, subject.customerId)
    return customer && { address: customer.address, workspace: await findDomain(walled) }
  })
}

const subjectOf = ({ accountId, workspaceId, customerId }: RefreshTokenRow): Subject =>
  accountId ? { accountId } : { workspaceId: workspaceId!, customerId: customerId! }

/** Updates the time of last use of a session, at most every five minutes. Runs after the commit of the request. */
export async function touchSession(tx: IdentityTx, id: string) {
  const session = await tx
    .updateTable('identity.sessions')
    .set({ lastSeenAt: sql`now()` })
    .where('id', '=', id)
    .where('lastSeenAt', '<', sql<string>`now() - interval '5 minutes'`)
    .returning('accountId')
    .executeTakeFirst()
  if (!session?.accountId) return
  const account = await tx
    .selectFrom('identity.accounts')
    .select(['id', 'workspaceId'])
    .where('id', '=', session.accountId)
    .executeTakeFirst()
  if (!account?.workspaceId) return
  await withinWorkspace(tx, account.workspaceId, (walled) => markMemberSeen(walled, account.id))
}
