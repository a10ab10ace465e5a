import type { MailContents } from '#contract/mails.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Paragraph, Quiet, Quoted } from '#web/mail/words.tsx'

type Content = MailContents['failed-plan']

const reason = ({ plannedBy }: Content) =>
  plannedBy === null
    ? 'You get this because you planned it.'
    : `You get this because you own it, and ${plannedBy}, who planned it, is not active any more.`

const told = ({ plannedBy, planned, title, model, language, when }: Content) => {
  const who = plannedBy ?? 'You'
  const named = `${title}${model ? ` (${model})` : ''}${language ? ` in ${languageName(language)}` : ''}`
  return planned === 'publish'
    ? `${who} planned to publish ${named} on ${when}. It was not published, because this was in the way:`
    : `${who} planned to take ${named} from readers on ${when}. They still have it, because this was in the way:`
}

const next = ({ planned }: Content) =>
  `Nothing is planned for it any more. Put that right, and ${planned === 'publish' ? 'publish it' : 'take it away'} or plan it again.`

export const failedPlanSubject = ({ planned, title }: Content) =>
  planned === 'publish' ? `Not published: ${title}` : `Not taken from readers: ${title}`

export const FailedPlan = (content: Content) => (
  <Layout from={content.noun === 'article' ? 'Knowledge base' : 'Content'} foot={reason(content)}>
    <Heading>{content.title}</Heading>
    <Quiet>{told(content)}</Quiet>
    <Quoted>{content.why}</Quoted>
    <Paragraph>{next(content)}</Paragraph>
    <Button href={content.url}>Open the {content.noun}</Button>
  </Layout>
)

export const failedPlanText = (content: Content) => [
  told(content),
  content.why,
  next(content),
  `Open the ${content.noun}: ${content.url}`,
  reason(content),
]
