import { createHash, randomBytes } from 'node:crypto'
import type { IdentityTx } from '#server/platform/database.ts'
import type { Platform, TokenPair } from '#server/platform/http/platform.ts'
import { endSurplusSessions, insertRefreshToken, insertSession } from '#server/workspace/identity/queries/sessions.ts'
import type { Subject } from '#server/workspace/identity/queries/sign-in.ts'

const sessionLife = {
  team: { idleDays: 14, absoluteDays: 30 },
  customer: { idleDays: 30, absoluteDays: 90 },
} as const
const mostSessions = 20

export const lifeOf = (subject: Subject) => ('accountId' in subject ? sessionLife.team : sessionLife.customer)

/** Signs a person in: a session for this browser or program, with its first pair of tokens. */
export async function openSession(
  platform: Pick<Platform, 'tokens'>,
  tx: IdentityTx,
  { subject, userAgent, network }: { subject: Subject; userAgent: string; network: string },
): Promise<TokenPair> {
  const session = await insertSession(tx, { subject, userAgent, network, ...lifeOf(subject) })
  await endSurplusSessions(tx, subject, mostSessions)
  return issueTokens(platform, tx, session.id, subject)
}

/** The next refresh token of the session, with an access token. */
export async function issueTokens(
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

export const hashToken = (token: string) => createHash('sha256').update(token).digest()
