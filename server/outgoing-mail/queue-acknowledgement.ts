import type { WorkspaceTx } from '#server/platform/database.ts'
import { insertOutgoing } from './queries.ts'
import { listRecipients, takeAcknowledgement } from './recipient-queries.ts'
import { queueOutgoing } from './send-outgoing.ts'

const takesNoAnswer =
  /^(?:no-?reply|do-?not-?reply|donotreply|mailer-daemon|mailerdaemon|postmaster|bounces?|notifications?)(?:[+._-].*)?@/

/** Tells the requester of a new ticket that it arrived: once, and never a robot. */
export async function queueAcknowledgement(tx: WorkspaceTx, { ticketId }: { ticketId: string }) {
  const [requester] = await listRecipients(tx, ticketId)
  if (!requester || requester.hasBounced || takesNoAnswer.test(requester.address)) return
  if (!(await takeAcknowledgement(tx, requester.customerId))) return
  const [mail] = await insertOutgoing(tx, [
    { kind: 'acknowledgement', recipient: requester.address, ticketId, messageId: null, mailMessageId: ticketId },
  ])
  if (mail) await queueOutgoing(tx, mail.id)
}
