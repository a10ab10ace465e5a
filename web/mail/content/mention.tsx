import type { MailContents } from '#contract/mails.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Quiet, Quoted } from '#web/mail/words.tsx'

type Content = MailContents['mention']

const reason = 'You can choose which notices you get in your profile.'
const said = ({ about, actorName, title, field }: Content) => {
  const place = `${title}${field ? `, ${field}` : ''}`
  if (about === 'remark') return `${actorName} left a comment on ${place}.`
  if (about === 'answer') return `${actorName} answered your comment on ${place}.`
  return `${actorName} mentioned you in a comment on ${place}.`
}
const subjects = {
  mention: ({ actorName, title }: Content) => `${actorName} mentioned you: ${title}`,
  remark: ({ title }: Content) => `A comment on ${title}`,
  answer: ({ title }: Content) => `Answer to your comment on ${title}`,
}

export const mentionSubject = (content: Content) => subjects[content.about](content)

/** Whoever made a remark finds the article and no list of comments. */
const buttonFor = ({ about }: Content) => (about === 'answer' ? 'Open the article' : 'Open the comment')

export const Mention = (content: Content) => (
  <Layout from="Comments" foot={reason}>
    <Heading>{content.title}</Heading>
    <Quiet>{said(content)}</Quiet>
    <Quoted>{content.excerpt}</Quoted>
    <Button href={content.url}>{buttonFor(content)}</Button>
  </Layout>
)

export const mentionText = (content: Content) => [
  said(content),
  content.excerpt,
  `${buttonFor(content)}: ${content.url}`,
  reason,
]
