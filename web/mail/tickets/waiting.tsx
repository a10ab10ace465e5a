import type { MailContents } from '#contract/mails.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Heading, Paragraph } from '#web/mail/words.tsx'

type Content = MailContents['waiting']

const title = 'Your mail is waiting'
const what = ({ workspaceName }: Content) =>
  `You wrote to ${workspaceName} about a request that you are not part of. The team has your mail. It is added to the request when you are added.`
const who =
  'The team can add you. The person who sent the request can also add you in the customer area, under “CC”. Until then you do not get its replies.'
const own = ({ address }: Content) => `For a request of your own, write a new mail to ${address}.`
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
