import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Heading, Paragraph } from './words.tsx'

type Content = MailContents['waiting']

const title = 'Your mail waits'
const what = ({ workspaceName }: Content) =>
  `You wrote to ${workspaceName} about a request on which you are not. Your mail is with the team, and waits until they add you.`
const who =
  'Whoever sent the request can add you as well: in the customer area, by putting your address in copy. Until then its answers do not reach you.'
const own = ({ address }: Content) => `To ask something of your own, write a new mail to ${address}.`
const reason = ({ workspaceName }: Content) =>
  `You get this once, because a mail was sent to ${workspaceName} from your address. If it was not you, ignore this mail.`

export const waitingSubject = () => title

export const Waiting = (content: Content) => (
  <Layout from={content.workspaceName} foot={reason(content)}>
    <Heading>{title}</Heading>
    <Paragraph>{what(content)}</Paragraph>
    <Paragraph>{who}</Paragraph>
    <Paragraph>{own(content)}</Paragraph>
  </Layout>
)

export const waitingText = (content: Content) => [`${title}.`, what(content), who, own(content), reason(content)]
