import { type IdentityTx, withinWorkspace } from '#server/platform/database.ts'
import type { Platform, TokenPair } from '#server/platform/http/platform.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { findPrimaryAddress } from '#server/workspace/customers/customer-accounts.ts'
import { mailSecurityNotice, sealNotice } from '#server/workspace/identity/jobs.ts'
import {
  endSessionRow,
  extendSession,
  isLive,
  lockRefreshToken,
  rotateRefreshToken,
} from '#server/workspace/identity/queries/sessions.ts'
import { findAccount, findDomain, insertSignInLog, type Subject } from '#server/workspace/identity/queries/sign-in.ts'
import { hashToken, issueTokens, lifeOf } from './open-session.ts'

const graceSeconds = 10

type Renewal = { kind: 'team' | 'customer'; pair: TokenPair } | null

/**
 * Exchanges a refresh token for a new pair. A used token works for ten more seconds, because two tabs may race. After
 * that it may be stolen, so the whole session ends (RFC 9700, section 4.14).
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

/** Only one of two simultaneous uses ends the session, so the person gets one mail. */
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

/** The address for sign-in notices, and the workspace in whose name they are sent. */
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
