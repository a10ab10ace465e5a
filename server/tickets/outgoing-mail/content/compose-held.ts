import type { JobContext } from '#server/platform/jobs.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { findTicketOfMail } from '#server/tickets/outgoing-mail/queries/answers.ts'
import type { ClaimedMail } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { findMailId, findMemberToNotify, findWaiting } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { composeAutomatic } from './compose-automatic.ts'
import { answerTo } from './thread.ts'

/**
 * Says to somebody who is not on a ticket that their mail waits. Nothing of the ticket stands in it, and no address of its own:
 * who may write on it is decided by others.
 */
export async function composeWaiting(context: JobContext, mail: ClaimedMail) {
  const found = await context.inWorkspace(async (tx) => {
    const waiting = await findWaiting(tx, mail.messageId!)
    const ticket = waiting && (await findTicketOfMail(tx, mail.ticketId!))
    return ticket && { ticket, waiting }
  })
  if (!found) return null
  const { ticket, waiting } = found
  const name = plainName(ticket.supportName, ticket.domain)
  return composeAutomatic(context, mail, {
    ...{ ticket, name, is: 'replied' },
    content: ({ address }) => context.platform.render('waiting', { workspaceName: name, address }),
    thread: () => answerTo(waiting.mailMessageId),
  })
}

/** Says to a member who wrote on a ticket by mail that no customer has read it. */
export async function composeUnsentAnswer(context: JobContext, mail: ClaimedMail) {
  const { memberId } = mail.content as { memberId: string }
  const found = await context.inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, mail.ticketId!)
    const isThere = ticket && (await findMemberToNotify(tx, memberId))
    return isThere && { ticket, answered: await findMailId(tx, mail.messageId!) }
  })
  if (!found) return null
  const { ticket, answered } = found
  return composeAutomatic(context, mail, {
    ...{ ticket, name: ticket.workspaceName, is: 'replied' },
    content: () =>
      context.platform.render('unsent-answer', {
        ...{ ticketNumber: ticket.number, subject: ticket.subject },
        url: `${context.platform.settings.workspaceOrigin(ticket.domain)}/service/tickets/${ticket.id}`,
      }),
    thread: () => answerTo(answered),
  })
}
