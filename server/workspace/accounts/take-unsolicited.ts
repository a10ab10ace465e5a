import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Counts mails to people who never wrote, or refuses them above a limit. Locks the counters until the commit, so call
 * this late in a transaction.
 */
export async function takeUnsolicited(tx: WorkspaceTx, mails: number) {
  const refusal = mails > 0 ? await findBound(tx, mails, { isCounted: true }) : null
  if (refusal) throw refusal
}

/** Returns the refusal that `takeUnsolicited` would throw, or null. Counts nothing. */
export const whyNotUnsolicited = (tx: WorkspaceTx, mails: number): Promise<Refusal | null> =>
  mails > 0 ? findBound(tx, mails, { isCounted: false }) : Promise.resolve(null)

async function findBound(tx: WorkspaceTx, mails: number, { isCounted }: { isCounted: boolean }) {
  const bounds = tx.database.mailBounds
  if (!bounds) return null
  const { newWorkspace, workspace, installation } = bounds
  const { rows } = await sql<{ passed: 'workspace' | 'installation' | null }>`
    select take_unsolicited_mails(${mails}, ${isCounted}, ${newWorkspace}, ${workspace}, ${installation}) as passed`.execute(
    tx,
  )
  const { passed } = rows[0]!
  if (!passed) return null
  bounds.refused += mails
  const retryAfterSeconds = secondsUntilTomorrow()
  return new Refusal(passed === 'workspace' ? 'too-many-unsolicited' : 'too-many-unsolicited-of-all', {
    retryAfterSeconds,
  })
}

/** Returns the seconds until the next day in UTC, because the limits count per UTC day. */
const secondsUntilTomorrow = (now = Date.now()) => Math.ceil((dayMs - (now % dayMs)) / 1000)
const dayMs = 24 * 3600 * 1000
