import type { JobContext } from '#server/platform/jobs.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import {
  findLatestCustomerMessage,
  findTicketOfMail,
  listThread,
} from '#server/tickets/outgoing-mail/queries/answers.ts'
import type { AcknowledgementContent, ClaimedMail } from '#server/tickets/outgoing-mail/queries/outgoing-mails.ts'
import { listRecipients } from '#server/tickets/outgoing-mail/queries/recipients.ts'
import { languageFor } from '#server/workspace/customers/write-customer.ts'
import { composeAutomatic } from './compose-automatic.ts'
import { answerSubject, threadOf } from './thread.ts'

/** Finds articles that may answer a request; they are named in its confirmation. */
export type SuggestForRequest = (
  context: Pick<JobContext, 'platform' | 'inWorkspace'>,
  request: { ticketId: string; domain: string; language: string | undefined; text: string },
) => Promise<{ title: string; url: string }[]>

/** Says that a request arrived. Where somebody else may have written it, nothing of it is repeated, no subject either. */
export async function composeAcknowledgement(
  context: JobContext,
  mail: ClaimedMail,
  suggestForRequest: SuggestForRequest,
) {
  const { platform } = context
  const found = await readTicket(context, mail)
  if (!found) return null
  const { ticket, thread, latest, requester } = found
  const isProven = (mail.content as AcknowledgementContent | null)?.isProven ?? false
  const name = requester.isVerified ? ticket.supportName : plainName(ticket.supportName, ticket.domain)
  // It answers a mail, or is the first of its conversation.
  const mailSubject = thread.length > 0 ? answerSubject(ticket.subject) : ticket.subject
  const articles = isProven
    ? await suggestForRequest(context, {
        ...{ ticketId: ticket.id, domain: ticket.domain, language: found.language },
        text: `${ticket.subject}\n${latest?.bodyText ?? ''}`,
      })
    : []
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
    const latest = await findLatestCustomerMessage(tx, ticket.id, null)
    const language = await languageFor(tx, ticket.requesterId)
    return { ticket, requester, thread, latest, language }
  })
