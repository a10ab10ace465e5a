import { sql } from 'kysely'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/refusal.ts'

/**
 * Counts mails that nobody asked for against what the workspace, and all together, may send on a day, or refuses. It holds
 * those counts until the end of the transaction, so it is among the last that one does.
 */
export async function takeUnsolicited(tx: WorkspaceTx, mails: number) {
  const refusal = mails > 0 ? await findBound(tx, mails, { isCounted: true }) : null
  if (refusal) throw refusal
}

/** Why mails that nobody asked for could not go now, or null; none is counted. */
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

/** Days are those of UTC, as the database counts them. */
const secondsUntilTomorrow = (now = Date.now()) => Math.ceil((dayMs - (now % dayMs)) / 1000)
const dayMs = 24 * 3600 * 1000
