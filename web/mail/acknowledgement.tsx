import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Heading, Links, Paragraph } from './words.tsx'

type Content = MailContents['acknowledgement']

const receipt = ({ number, request }: Content) =>
  request ? `Your request "${request.subject}" has the number #${number}.` : `Your request has the number #${number}.`
const promise = 'Someone from our team will read it and reply by mail. Reply to this mail to add something.'
const mayAnswer = 'Until then, this may answer it:'
const reason = ({ workspaceName }: Content) =>
  `You get this because a request was sent to ${workspaceName} from your address. If it was not you, ignore this mail.`

export const acknowledgementSubject = ({ number, request }: Content) =>
  request?.mailSubject ?? `We got your message: request #${number}`

export const Acknowledgement = (content: Content) => (
  <Layout from={content.workspaceName} foot={reason(content)}>
    <Heading>We got your message</Heading>
    <Paragraph>{receipt(content)}</Paragraph>
    <Paragraph>{promise}</Paragraph>
    {content.articles.length > 0 && (
      <>
        <Paragraph>{mayAnswer}</Paragraph>
        <Links links={content.articles} />
      </>
    )}
    <Button href={content.portalUrl} color={content.accentColor}>
      View your request
    </Button>
  </Layout>
)

export const acknowledgementText = (content: Content) => [
  'We got your message.',
  receipt(content),
  promise,
  ...(content.articles.length > 0
    ? [[mayAnswer, ...content.articles.map(({ title, url }) => `${title}: ${url}`)].join('\n')]
    : []),
  `View your request: ${content.portalUrl}`,
  reason(content),
]
