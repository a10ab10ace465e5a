import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Heading, Quiet, Quoted } from './words.tsx'

type Content = MailContents['mention']

const reason = 'You can choose which notices you get in your profile.'
const said = ({ actorName, title, field }: Content) =>
  `${actorName} mentioned you in a comment on ${title}${field ? `, ${field}` : ''}.`

export const mentionSubject = ({ actorName, title }: Content) => `${actorName} mentioned you: ${title}`

export const Mention = (content: Content) => (
  <Layout from="Comments" foot={reason}>
    <Heading>{content.title}</Heading>
    <Quiet>{said(content)}</Quiet>
    <Quoted>{content.excerpt}</Quoted>
    <Button href={content.url}>Open the comment</Button>
  </Layout>
)

export const mentionText = (content: Content) => [
  said(content),
  content.excerpt,
  `Open the comment: ${content.url}`,
  reason,
]
