import { languageFor } from '#server/customers/change-customer.ts'
import { findLatestCustomerMessage, findTicketOfMail, listThread } from '#server/outgoing-mail/queries/answers.ts'
import type { AcknowledgementContent, ClaimedMail } from '#server/outgoing-mail/queries/outgoing-mails.ts'
import { listRecipients } from '#server/outgoing-mail/queries/recipients.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { composeAutomatic } from './compose-automatic.ts'
import { findUnhelpful, suggestByMail } from './suggest-by-mail.ts'
import { answerSubject, threadOf } from './thread.ts'

/** Says that a request arrived. Where somebody else may have written it, nothing of it is repeated, no subject either. */
export async function composeAcknowledgement(context: JobContext, mail: ClaimedMail) {
  const { platform } = context
  const found = await readTicket(context, mail)
  if (!found) return null
  const { ticket, thread, latest, requester } = found
  const isProven = (mail.content as AcknowledgementContent | null)?.isProven ?? false
  const name = requester.isVerified ? ticket.supportName : plainName(ticket.supportName, ticket.domain)
  // It answers a mail, or is the first of its conversation.
  const mailSubject = thread.length > 0 ? answerSubject(ticket.subject) : ticket.subject
  const articles = isProven ? await findArticles(platform, found) : []
  return composeAutomatic(context, mail, {
    ...{
      ticket,
      name,
      toName: isProven && requester.isVerified ? requester.name : '',
      takesAnswers: true,
      is: 'replied',
    },
    content: () =>
      platform.render('acknowledgement', {
        workspaceName: name,
        accentColor: ticket.accentColor,
        number: ticket.number,
        request: isProven ? { subject: ticket.subject, mailSubject } : null,
        articles,
        portalUrl: `${platform.settings.workspaceOrigin(ticket.domain)}/customer/tickets/${ticket.id}`,
      }),
    thread: (identity) => threadOf(identity, thread, latest?.mailMessageId),
  })
}

const readTicket = ({ inWorkspace }: JobContext, { ticketId, recipient }: ClaimedMail) =>
  inWorkspace(async (tx) => {
    const ticket = await findTicketOfMail(tx, ticketId!)
    const people = await listRecipients(tx, ticketId!)
    const requester = people.find(({ address }) => address === recipient)
    if (!ticket || !requester) return null
    const thread = (await listThread(tx, ticket.id, null)).filter(({ foreignId }) => foreignId !== null)
    const [latest, unhelpful] = [
      await findLatestCustomerMessage(tx, ticket.id, null),
      await findUnhelpful(tx, ticket.id),
    ]
    const language = await languageFor(tx, ticket.requesterId)
    return { ticket, requester, thread, latest, unhelpful, language }
  })

type AcknowledgedTicket = NonNullable<Awaited<ReturnType<typeof readTicket>>>

const findArticles = (platform: Platform, { ticket, latest, unhelpful, language }: AcknowledgedTicket) =>
  unhelpful
    ? suggestByMail(platform, {
        domain: ticket.domain,
        language,
        text: `${ticket.subject}\n${latest?.bodyText ?? ''}`,
        without: unhelpful,
      })
    : []
