import { sql } from 'kysely'
import type { DeliveryReason } from '#contract/workspace/delivery-reasons.ts'
import type { Database } from '#server/platform/database/connect.ts'
import { type IdentityTx, inIdentity } from '#server/platform/database.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { reasonsOfRelay } from '#server/platform/mail/explain-failure.ts'
import type { Mailer } from '#server/platform/mail/send-mail.ts'
import { hurryWaiting } from '#server/tickets/outgoing-mail/deliveries/send-outgoing.ts'

const pauseMs = 60_000

/** Stores for all processes whether the mail relay is down. Writes an unchanged state at most once a minute. */
export function watchRelay(mailer: Mailer, identity: Database): Mailer {
  let known: { isDown: boolean; at: number } | undefined
  const note = async (reason: DeliveryReason['code'] | null) => {
    const isDown = reason !== null
    if (known?.isDown === isDown && Date.now() - known.at < pauseMs) return
    known = { isDown, at: Date.now() }
    const noting = inIdentity(identity, async (tx) => void (await (reason ? noteFailure(tx, reason) : endOutage(tx))))
    await noting.catch(() => {
      known = undefined
    })
  }
  return {
    async send(mail) {
      const outcome = await mailer.send(mail)
      if (outcome.ok || !reasonsOfRelay.includes(outcome.reason.code)) await note(null)
      else await note(outcome.reason.code)
      return outcome
    },
    close: mailer.close,
  }
}

export type Outage = { seconds: number; reason: string }

export async function findOutage(tx: IdentityTx): Promise<Outage | null> {
  const { rows } = await sql<Outage>`
    select extract(epoch from now() - since)::float8 as seconds, reason from identity.relay_outages`.execute(tx)
  return rows[0] ?? null
}

const noteFailure = (tx: IdentityTx, reason: string) =>
  tx
    .insertInto('identity.relayOutages')
    .values({ reason })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ reason, failedAt: sql<string>`excluded.failed_at` }))
    .execute()

async function endOutage(tx: IdentityTx) {
  const { numDeletedRows } = await tx.deleteFrom('identity.relayOutages').executeTakeFirst()
  if (numDeletedRows > 0n) await enqueue(tx, hurryWaiting, {}, { key: hurryWaiting.name })
}
