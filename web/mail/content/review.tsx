import type { MailContents } from '#contract/mails.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Quiet, Quoted } from '#web/mail/words.tsx'

type Content = MailContents['review']

const reason = 'You can choose which notices you get in your profile.'
const told = ({ kind, actorName, title, model }: Content) => {
  const named = model ? `${title} (${model})` : title
  return kind === 'asked' ? `${actorName} asks you to review ${named}.` : `${actorName} returned ${named} to you.`
}

export const reviewSubject = ({ kind, title }: Content) =>
  kind === 'asked' ? `To review: ${title}` : `Back from review: ${title}`

export const Review = (content: Content) => (
  <Layout from={content.noun === 'article' ? 'Knowledge base' : 'Content'} foot={reason}>
    <Heading>{content.title}</Heading>
    <Quiet>{told(content)}</Quiet>
    {content.said && <Quoted>{content.said}</Quoted>}
    <Button href={content.url}>Open the {content.noun}</Button>
  </Layout>
)

export const reviewText = (content: Content) => [
  told(content),
  ...(content.said ? [content.said] : []),
  `Open the ${content.noun}: ${content.url}`,
  reason,
]
