import { sql } from 'kysely'
import { refuseSuspended } from '#server/platform/database/suspension.ts'
import type { IdentityTx } from '#server/platform/database.ts'
import { ofSubject, type Subject } from './sign-in.ts'

type NewSession = { subject: Subject; userAgent: string; network: string; idleDays: number; absoluteDays: number }

export const insertSession = (tx: IdentityTx, { subject, userAgent, network, idleDays, absoluteDays }: NewSession) =>
  tx
    .insertInto('identity.sessions')
    .values({
      ...subject,
      userAgent,
      network,
      idleExpiresAt: sql`now() + make_interval(days => ${idleDays}::int)`,
      absoluteExpiresAt: sql`now() + make_interval(days => ${absoluteDays}::int)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Ends the oldest sessions of a person with more than `most`. Simultaneous sign-ins of the person wait. */
export async function endSurplusSessions(tx: IdentityTx, subject: Subject, most: number) {
  const person = 'accountId' in subject ? subject.accountId : `${subject.workspaceId} ${subject.customerId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sessions ${person}`}, 7))`.execute(tx)
  await sql`update identity.sessions set ended_at = now(), end_reason = 'surplus' where id in (
    select id from identity.sessions where ${ofSubject(subject)} and ended_at is null order by created_at desc offset ${most})`.execute(
    tx,
  )
}

export const insertRefreshToken = (tx: IdentityTx, hash: Buffer, sessionId: string) =>
  tx.insertInto('identity.refreshTokens').values({ hash, sessionId }).execute()

/** Locks a refresh token, so that two simultaneous uses run one after the other. */
export async function lockRefreshToken(tx: IdentityTx, hash: Buffer) {
  const { rows } = await sql<{
    sessionId: string
    accountId: string | null
    workspaceId: string | null
    customerId: string | null
    isLive: boolean
    secondsSinceRotation: number | null
  }>`
    select t.session_id, s.account_id, s.workspace_id, s.customer_id,
      s.ended_at is null and s.idle_expires_at > now() and s.absolute_expires_at > now() as is_live,
      extract(epoch from clock_timestamp() - t.rotated_at)::float8 as seconds_since_rotation
    from identity.refresh_tokens t join identity.sessions s on s.id = t.session_id
    where t.hash = ${hash} for update of t`.execute(tx)
  return rows[0]
}

export const rotateRefreshToken = (tx: IdentityTx, hash: Buffer) =>
  tx
    .updateTable('identity.refreshTokens')
    .set({ rotatedAt: sql`clock_timestamp()` })
    .where('hash', '=', hash)
    .where('rotatedAt', 'is', null)
    .execute()

export const extendSession = (tx: IdentityTx, id: string, idleDays: number, network: string) =>
  tx
    .updateTable('identity.sessions')
    .set({ idleExpiresAt: sql`now() + make_interval(days => ${idleDays}::int)`, lastSeenAt: sql`now()`, network })
    .where('id', '=', id)
    .execute()

/** Ends a session. Returns undefined if the session had already ended. */
export const endSessionRow = (tx: IdentityTx, id: string, reason: string) =>
  tx
    .updateTable('identity.sessions')
    .set({ endedAt: sql`now()`, endReason: reason })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()

export async function isLive(tx: IdentityTx, id: string) {
  const { rows } = await sql<{ isLive: boolean }>`select enter_session(${id}) is not null as is_live`
    .execute(tx)
    .catch(refuseSuspended)
  // Leaves the workspace that `enter_session` entered, because this call is only a check.
  await sql`select wall_into(null)`.execute(tx)
  return rows[0]!.isLive
}

const live = (tx: IdentityTx, subject: Subject) =>
  tx
    .selectFrom('identity.sessions')
    .where(ofSubject(subject))
    .where('endedAt', 'is', null)
    .where('idleExpiresAt', '>', sql<string>`now()`)
    .where('absoluteExpiresAt', '>', sql<string>`now()`)

export const listSessionRows = (tx: IdentityTx, subject: Subject) =>
  live(tx, subject)
    .select(['id', 'userAgent', 'network', 'createdAt', 'lastSeenAt'])
    .orderBy('createdAt', 'desc')
    .limit(50)
    .execute()

export const hasSession = (tx: IdentityTx, subject: Subject, id: string) =>
  live(tx, subject).select('id').where('id', '=', id).executeTakeFirst()

export const endAllSessionsBut = (tx: IdentityTx, subject: Subject, id: string | null, reason: string) =>
  tx
    .updateTable('identity.sessions')
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(ofSubject(subject))
    .where('endedAt', 'is', null)
    .$if(id !== null, (query) => query.where('id', '!=', id!))
    .returning('id')
    .execute()
