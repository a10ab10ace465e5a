import type { MailContents, AgentNotice as Notice } from '#contract/mails.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { describeDelivery } from '#web/lib/words/describe-delivery.ts'
import { say, type Words } from '#web/lib/words/say.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Quiet, Quoted } from '#web/mail/words.tsx'

type Content = MailContents['agent-notice']

const words: Words<Notice> = {
  customerReplied: ({ actorName }) => `${actorName} wrote.`,
  assigned: ({ actorName }) =>
    actorName ? `${actorName} assigned this ticket to you.` : 'This ticket was assigned to you.',
  deliveryFailed: ({ failed }) => failed.map(describeFailed).join(' '),
}
const noAnswer = 'An answer to this mail does not reach the customer. Open the ticket to reply.'
const reason = 'You can choose which notices you get in your profile.'

export const agentNoticeSubject = ({ ticketNumber, subject }: Content) => `[#${ticketNumber}] ${subject}`

export const AgentNotice = ({ notice, ticketNumber, subject, excerpt, url }: Content) => (
  <Layout from={`Ticket ${ticketNumber}`} foot={reason}>
    <Heading>{subject}</Heading>
    <Quiet>{say(words, notice)}</Quiet>
    {excerpt && <Quoted>{excerpt}</Quoted>}
    <Button href={url}>Open the ticket</Button>
    <Quiet>{noAnswer}</Quiet>
  </Layout>
)

export const agentNoticeText = ({ notice, ticketNumber, subject, excerpt, url }: Content) => [
  `Ticket ${ticketNumber}: ${subject}`,
  say(words, notice),
  ...(excerpt ? [excerpt] : []),
  `Open the ticket: ${url}`,
  noAnswer,
  reason,
]

type FailedDelivery = Extract<Notice, { code: 'deliveryFailed' }>['failed'][number]

const describeFailed = ({ recipient, reason }: FailedDelivery) =>
  `Your answer did not reach ${shownAddress(recipient)}.${reason ? ` ${describeDelivery(reason)}` : ''}`
