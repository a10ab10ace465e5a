import { systemActor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { decideInbound, type MailVerdict } from './queries.ts'

/** Stores the decision. A mail that is not accepted goes to the Suspended list. */
export async function settleMail(tx: WorkspaceTx, id: string, verdict: MailVerdict) {
  await decideInbound(tx, id, verdict)
  if (verdict.state !== 'suspended') return
  const subject = { type: 'inbound-mail', id } as const
  await record(tx, { type: 'mail.suspended', subject, by: { actor: systemActor }, audience: 'team' })
}
