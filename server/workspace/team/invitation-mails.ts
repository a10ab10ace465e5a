import { sql } from 'kysely'
import type { IdentityTx } from '#server/platform/database.ts'

const pauseSeconds = 300
const mostADay = 5

/**
 * Seconds until an address can get another invitation mail from any workspace; 0: now. Simultaneous calls for the
 * same address wait here.
 */
export async function secondsUntilInvitable(tx: IdentityTx, person: Buffer): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation ${person.toString('hex')}`}, 7))`.execute(tx)
  const { rows } = await sql<{ number: number; sinceLast: number | null; sinceFirst: number | null }>`
    select count(*)::int as number, extract(epoch from now() - max(sent_at))::float8 as since_last,
      extract(epoch from now() - min(sent_at))::float8 as since_first
    from identity.invitation_mails where person = ${person} and sent_at > now() - interval '1 day'`.execute(tx)
  const { number, sinceLast, sinceFirst } = rows[0]!
  if (number >= mostADay) return Math.ceil(24 * 3600 - (sinceFirst ?? 0))
  return sinceLast === null ? 0 : Math.max(0, Math.ceil(pauseSeconds - sinceLast))
}

export async function noteInvitationMail(tx: IdentityTx, person: Buffer) {
  await sql`delete from identity.invitation_mails where sent_at < now() - interval '1 day'`.execute(tx)
  await tx.insertInto('identity.invitationMails').values({ person }).execute()
}
