import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Heading, Paragraph } from './words.tsx'

type Content = MailContents['solved']

const title = 'Your request is solved'
const what = ({ number, request }: Content) =>
  request
    ? `Your request "${request.subject}" (#${number}) was marked as solved.`
    : `Your request #${number} was marked as solved.`
const still = 'If something is still open, reply to this mail.'
const reason = ({ workspaceName }: Content) =>
  `You get this because a request was sent to ${workspaceName} from your address. If it was not you, ignore this mail.`

export const solvedSubject = ({ number, request }: Content) =>
  request?.mailSubject ?? `Your request #${number} is solved`

export const Solved = (content: Content) => (
  <Layout from={content.workspaceName} foot={reason(content)}>
    <Heading>{title}</Heading>
    <Paragraph>{what(content)}</Paragraph>
    <Paragraph>{still}</Paragraph>
    <Button href={content.portalUrl} color={content.accentColor}>
      View your request
    </Button>
  </Layout>
)

export const solvedText = (content: Content) => [
  `${title}.`,
  what(content),
  still,
  `View your request: ${content.portalUrl}`,
  reason(content),
]
