import type { MailContents } from '#contract/mails.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Heading, Paragraph } from '#web/mail/words.tsx'

type Content = MailContents['waiting']

const title = 'Your mail waits'
const what = ({ workspaceName }: Content) =>
  `You wrote to ${workspaceName} about a request that you are not part of. The team has your mail. It joins the request once you are added to it.`
const who =
  'The team can add you. Whoever sent the request can add you too: in the customer area, under “In copy”. Until then you do not get its answers.'
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
