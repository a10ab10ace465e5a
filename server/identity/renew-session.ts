import type { IdentityTx } from '#server/platform/database.ts'
import type { Platform, TokenPair } from '#server/platform/http/platform.ts'
import { hashToken, issueTokens, lifeOf } from './open-session.ts'
import type { Subject } from './queries.ts'
import { insertSignInLog } from './queries.ts'
import { endSessionRow, extendSession, isLive, lockRefreshToken, rotateRefreshToken } from './session-queries.ts'

const graceSeconds = 10

type Renewal = { kind: 'team' | 'customer'; pair: TokenPair } | null

/**
 * Exchanges a refresh token for a new pair. One that was exchanged already works for ten seconds more, because two tabs
 * may race; later it is in a thief's hands or its owner's, nobody knows which, and the whole session ends.
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
    await endSessionRow(tx, found.sessionId, 'refresh-token-reused')
    await insertSignInLog(tx, {
      event: 'refresh-token-reused',
      ...(found.accountId && { accountId: found.accountId }),
      network,
    })
    tx.afterwards.sessions.add(found.sessionId)
    return null
  }
  if (!(await isLive(tx, found.sessionId))) return null

  const subject: Subject = found.accountId
    ? { accountId: found.accountId }
    : { workspaceId: found.workspaceId!, customerId: found.customerId! }
  await rotateRefreshToken(tx, hash)
  await extendSession(tx, found.sessionId, lifeOf(subject).idleDays, network)
  const pair = await issueTokens(platform, tx, found.sessionId, subject)
  return { kind: found.accountId ? 'team' : 'customer', pair }
}
