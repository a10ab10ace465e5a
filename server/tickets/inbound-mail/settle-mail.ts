import { systemActor } from '#contract/events.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { record } from '#server/platform/events/record.ts'
import { decideInbound, type MailVerdict } from './queries.ts'

/** Stores the decision about a mail. A suspended mail appears in the Suspended list, so an event tells the team. */
export async function settleMail(tx: WorkspaceTx, id: string, verdict: MailVerdict) {
  await decideInbound(tx, id, verdict)
  if (verdict.state !== 'suspended') return
  const subject = { type: 'inbound-mail', id } as const
  await record(tx, { type: 'mail.suspended', subject, by: { actor: systemActor }, audience: 'team' })
}
