import type { MailContents } from '#contract/mails.ts'
import { light } from './colors.ts'
import { Layout } from './layout.tsx'
import { Button, Heading, Quiet } from './words.tsx'

type Content = MailContents['agent-notice']

const reason = 'You can choose which notices you get in your profile.'

export const AgentNotice = ({ text, ticketNumber, subject, excerpt, url }: Content) => (
  <Layout from={`Ticket ${ticketNumber}`} foot={reason}>
    <Heading>{subject}</Heading>
    <Quiet>{text}</Quiet>
    {excerpt && (
      <p
        className="ink line"
        style={{
          margin: '0 0 12px',
          padding: '0 0 0 12px',
          borderLeft: `2px solid ${light.line}`,
          fontSize: 15,
          lineHeight: '24px',
          color: light.ink,
          whiteSpace: 'pre-line',
        }}
      >
        {excerpt}
      </p>
    )}
    <Button href={url}>Open the ticket</Button>
  </Layout>
)

export const agentNoticeText = ({ text, ticketNumber, subject, excerpt, url }: Content) => [
  `Ticket ${ticketNumber}: ${subject}`,
  text,
  ...(excerpt ? [excerpt] : []),
  `Open the ticket: ${url}`,
  reason,
]
