import type { MailContents } from '#contract/mails.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Paragraph } from '#web/mail/words.tsx'

type Content = MailContents['unsent-answer']

const title = 'The customer did not get your mail'
const what =
  'It is on the ticket as a note for the team. Answers by mail are not sent to customers. Open the ticket to reply.'
const reason = 'You get this once a ticket, because you answered a mail about it.'

export const unsentAnswerSubject = ({ ticketNumber, subject }: Content) => `[#${ticketNumber}] ${subject}`

export const UnsentAnswer = ({ ticketNumber, url }: Content) => (
  <Layout from={`Ticket ${ticketNumber}`} foot={reason}>
    <Heading>{title}</Heading>
    <Paragraph>{what}</Paragraph>
    <Button href={url}>Open the ticket</Button>
  </Layout>
)

export const unsentAnswerText = ({ url }: Content) => [`${title}.`, what, `Open the ticket: ${url}`, reason]
