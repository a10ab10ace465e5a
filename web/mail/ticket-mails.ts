import type { AgentNotice, MailContents } from '#contract/mails.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { say, type Words } from '#web/lib/words/say.ts'
import { button, heading, linkList, type Mail, notice, paragraph, quiet, quoted } from './notice.tsx'

const whySent = (workspaceName: string) =>
  `You get this mail because a request was sent to ${workspaceName} from your address. If it was not you, ignore this mail.`

export const acknowledgement = (content: MailContents['acknowledgement']): Mail => {
  const { workspaceName, number, request, articles } = content
  return notice({
    subject: request?.mailSubject ?? `We got your message: request #${number}`,
    from: workspaceName,
    body: [
      heading('We got your message', 'We got your message.'),
      paragraph(
        request
          ? `Your request "${request.subject}" has the number #${number}.`
          : `Your request has the number #${number}.`,
      ),
      paragraph('Someone from our team will read it and reply by mail. Reply to this mail to add something.'),
      ...(articles.length > 0 ? [linkList('Until then, these articles may help:', articles)] : []),
      button('View your request', content.portalUrl, content.accentColor),
    ],
    foot: whySent(workspaceName),
  })
}

export const solved = ({ workspaceName, accentColor, number, request, portalUrl }: MailContents['solved']): Mail =>
  notice({
    subject: request?.mailSubject ?? `Your request #${number} is solved`,
    from: workspaceName,
    body: [
      heading('Your request is solved', 'Your request is solved.'),
      paragraph(
        request
          ? `Your request "${request.subject}" (#${number}) was marked as solved.`
          : `Your request #${number} was marked as solved.`,
      ),
      paragraph('If you still need help, reply to this mail.'),
      button('View your request', portalUrl, accentColor),
    ],
    foot: whySent(workspaceName),
  })

export const waiting = ({ workspaceName, address }: MailContents['waiting']): Mail =>
  notice({
    subject: 'Your mail waits for approval',
    from: workspaceName,
    body: [
      heading('Your mail waits for approval', 'Your mail waits for approval.'),
      paragraph(
        `You wrote to ${workspaceName} about a request that you are not part of. The team has your mail. Your mail becomes part of the request when you are added to the request.`,
      ),
      paragraph(
        'The team can add you. The person who sent the request can also add you in the customer area, under “CC”. Until then, you do not get replies to the request.',
      ),
      paragraph(`To send a request of your own, write a new mail to ${address}.`),
    ],
    foot: `You get this mail because a mail was sent to ${workspaceName} from your address. If it was not you, ignore this mail.`,
  })

const words: Words<AgentNotice> = {
  customerReplied: ({ actorName }) => `${actorName} wrote.`,
  sideAnswered: ({ actorName }) => `${actorName} wrote in a side conversation. The customer does not see it.`,
  mentioned: ({ actorName }) => `${actorName} mentioned you in a note.`,
  assigned: ({ actorName }) =>
    actorName ? `${actorName} assigned this ticket to you.` : 'This ticket was assigned to you.',
  deliveryFailed: ({ failed }) =>
    failed
      .map(
        ({ recipient, reason }) =>
          `Your answer did not reach ${shownAddress(recipient)}.${reason ? ` ${describeDelivery(reason)}` : ''}`,
      )
      .join(' '),
}

export const agentNotice = ({ ticketNumber, subject, excerpt, url, ...content }: MailContents['agent-notice']): Mail =>
  notice({
    subject: `[#${ticketNumber}] ${subject}`,
    from: `Ticket ${ticketNumber}`,
    body: [
      heading(subject, `Ticket ${ticketNumber}: ${subject}`),
      quiet(say(words, content.notice)),
      ...quoted(excerpt),
      button('Open the ticket', url),
      quiet('An answer to this mail does not reach the customer. Open the ticket to reply.'),
    ],
    foot: 'You can choose which notices you get in your profile.',
  })

export const unsentAnswer = ({ ticketNumber, subject, url }: MailContents['unsent-answer']): Mail =>
  notice({
    subject: `[#${ticketNumber}] ${subject}`,
    from: `Ticket ${ticketNumber}`,
    body: [
      heading('The customer did not get your mail', 'The customer did not get your mail.'),
      paragraph(
        'Your mail is on the ticket as an internal note. Answers to our mails about tickets are not sent to customers. Open the ticket to reply.',
      ),
      button('Open the ticket', url),
    ],
    foot: 'You get this mail because you answered a mail about the ticket. We send it only once per ticket.',
  })
