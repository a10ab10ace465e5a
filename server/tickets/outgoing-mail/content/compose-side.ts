import { signatureLines } from '#contract/workspace/signature-lines.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import { findTicketOfMail, listAnswerFiles } from '#server/tickets/outgoing-mail/queries/answers.ts'
import type { ClaimedMail } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import {
  findForwarded,
  findLatestAnswer,
  findSideMessage,
  listSideFiles,
  listSideThread,
} from '#server/tickets/outgoing-mail/queries/side-mails.ts'
import { attachFiles, showInline } from './attach-files.ts'
import { asAddressee, quote, senderName } from './compose-answer.ts'
import { mailIdentity } from './mail-identity.ts'
import { answerSubject, threadOf } from './thread.ts'

/** Composes a message of a side conversation. Its reply address and its thread lead back to the side conversation. */
export async function composeSide(context: JobContext, mail: ClaimedMail<'side'>) {
  const said = await readSide(context, mail)
  if (!said) return null
  const { ticket, message, quoted, thread } = said
  const { domain } = ticket
  const identity = mailIdentity(context, { id: message.sideConversationId, domain }, mail.recipient)
  const files = await attachFiles(context, said.files, { domain, portalUrl: null, bodyHtml: message.bodyHtml })
  const messageId = identity.messageIdOf(mail.mailMessageId)
  const raw = await composeMail({
    from: { name: senderName(message.agentName, ticket.supportName), address: identity.address },
    to: message.recipients.map((address) => asAddressee({ name: '', address }, mail.recipient)),
    replyTo: { name: ticket.supportName, address: identity.replyAddress },
    ...context.platform.render('answer', {
      subject: thread.length > 0 ? answerSubject(message.subject) : message.subject,
      signature: signatureLines({ member: message, workspace: ticket }),
      accentColor: ticket.accentColor,
      bodyHtml: showInline(message.bodyHtml, files),
      bodyText: message.bodyText,
      portalUrl: null,
      quoted: quoted ? quote(quoted, ticket) : null,
      links: files.links,
      isSolved: false,
    }),
    messageId,
    ...threadOf(identity, thread, null),
    headers: identity.headers,
    attachments: files.attached,
  })
  return { envelope: { from: identity.returnPathOf(mail.id), to: mail.recipient }, messageId, raw }
}

const readSide = ({ inWorkspace }: JobContext, { ticketId, sideMessageId }: ClaimedMail<'side'>) =>
  inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, ticketId!)
    const message = sideMessageId ? await findSideMessage(tx, sideMessageId) : undefined
    if (!ticket || !message) return null
    const { id, seq, sideConversationId, forwardedMessageId } = message
    const forwarded = forwardedMessageId ? await findForwarded(tx, forwardedMessageId) : undefined
    const forwardedFiles = forwarded ? await listAnswerFiles(tx, forwardedMessageId!) : []
    return {
      ticket,
      message,
      files: [...(await listSideFiles(tx, id)), ...forwardedFiles],
      quoted: forwarded ?? (await findLatestAnswer(tx, sideConversationId, seq)),
      thread: await listSideThread(tx, sideConversationId, seq),
    }
  })
