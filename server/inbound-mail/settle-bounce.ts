import type { DeliveryReason } from '#contract/delivery-reasons.ts'
import { findSentMails, markBounced, type SentMail } from '#server/outgoing-mail/deliveries/mark-bounced.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import { verifyMessageId } from '#server/platform/mail/message-id.ts'
import type { Bounce } from '#server/platform/mail-parsing/classify-mail.ts'
import type { Facts } from './content/read-facts.ts'
import { lockInbound, type Verdict } from './queries.ts'
import { settleMail } from './settle-mail.ts'

/** A mail of ours came back: it is marked, its writer is told, and the address rests when there is no hope. */
export async function settleBounce(tx: WorkspaceTx, facts: Facts) {
  const { mail, parsed, about } = facts
  if (!(await lockInbound(tx, mail.id, 'received'))) return
  const sent = await findReturned(tx, facts)
  const verdict = await settle(tx, about.bounce!, sent)
  await settleMail(tx, mail.id, {
    evidence: about.reasons,
    ...verdict,
    fromAddress: mail.fromAddress,
    subject: parsed.subject.replaceAll('\0', ''),
  })
}

/** Only a Message-ID that we signed says which mail it was; whoever knows it got that mail. */
async function findReturned(tx: WorkspaceTx, { platform, workspaceId, about }: Facts): Promise<SentMail | undefined> {
  const { originalMessageIds, recipient } = about.bounce!
  for (const id of originalMessageIds) {
    const own = verifyMessageId(platform.keys.mail, workspaceId, id)
    if (!own) continue
    const mails = await findSentMails(tx, own.messageId)
    const named = mails.find((sent) => sent.recipient === recipient)
    const [only] = mails
    if (named || mails.length === 1) return named ?? only
  }
  return undefined
}

async function settle(tx: WorkspaceTx, bounce: Bounce, sent: SentMail | undefined): Promise<Omit<Verdict, 'evidence'>> {
  if (!sent) return { state: 'suspended', decision: { code: 'bounce-of-unknown-mail' } }
  const { ticketId, recipient } = sent
  const about = { ticketId, state: 'done' as const }
  if (bounce.isDelay) return { ...about, decision: { code: 'delay-of-answer', recipient } }
  const reason = reasonOf(bounce)
  if (sent.state !== 'bounced') await markBounced(tx, sent, { reason, isPermanent: bounce.isPermanent })
  return { ...about, decision: { code: 'bounce-of-answer', recipient, reason } }
}

function reasonOf({ diagnostic, status }: Bounce): DeliveryReason {
  if (diagnostic || !status) return { code: 'bounced', answer: diagnostic || null }
  return { code: 'bounced-with-status', status }
}
