import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Heading, Quiet, Quoted } from './words.tsx'

type Content = MailContents['review']

const reason = 'You can choose which notices you get in your profile.'
const told = ({ kind, actorName, title, model }: Content) =>
  kind === 'asked'
    ? `${actorName} asks you to review ${title} (${model}).`
    : `${actorName} gave ${title} (${model}) back to you.`

export const reviewSubject = ({ kind, title }: Content) =>
  kind === 'asked' ? `To review: ${title}` : `Back from review: ${title}`

export const Review = (content: Content) => (
  <Layout from="Content" foot={reason}>
    <Heading>{content.title}</Heading>
    <Quiet>{told(content)}</Quiet>
    {content.said && <Quoted>{content.said}</Quoted>}
    <Button href={content.url}>Open the entry</Button>
  </Layout>
)

export const reviewText = (content: Content) => [
  told(content),
  ...(content.said ? [content.said] : []),
  `Open the entry: ${content.url}`,
  reason,
]
