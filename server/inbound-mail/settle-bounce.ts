import { findSentMails, markBounced, type SentMail } from '#server/outgoing-mail/mark-bounced.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Bounce } from '#server/platform/mail/classify-mail.ts'
import { verifyMessageId } from '#server/platform/mail/message-id.ts'
import { decideInbound, lockInbound, type Verdict } from './queries.ts'
import type { Facts } from './read-facts.ts'

/** A mail of ours came back: it is marked, its writer is told, and the address rests when there is no hope. */
export async function settleBounce(tx: WorkspaceTx, facts: Facts) {
  const { mail, parsed, about } = facts
  if (!(await lockInbound(tx, mail.id, 'received'))) return
  const sent = await findReturned(tx, facts)
  const verdict = await settle(tx, about.bounce!, sent)
  const evidence = about.reasons.map((reason) => `${reason}.`)
  await decideInbound(tx, mail.id, {
    evidence,
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
  if (!sent) return { state: 'suspended', decision: 'It says that a mail came back, but names none that we sent.' }
  const { ticketId, recipient } = sent
  const about = { ticketId, state: 'done' as const }
  if (bounce.isDelay) return { ...about, decision: `The mail to ${recipient} is late; its server still tries.` }
  const reason =
    bounce.diagnostic ?? (bounce.status ? `The mail server answered ${bounce.status}.` : 'The mail came back.')
  if (sent.state !== 'bounced') await markBounced(tx, sent, { reason, isPermanent: bounce.isPermanent })
  return { ...about, decision: `The mail to ${recipient} came back: ${reason}` }
}
