import type { MailContents } from '#contract/mails.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Paragraph, Quiet, Quoted } from '#web/mail/words.tsx'

type Content = MailContents['failed-plan']

const reason = ({ plannedBy }: Content) =>
  plannedBy === null
    ? 'You get this mail because you scheduled it.'
    : `You get this mail because you own it, and ${plannedBy}, who scheduled it, is not active any more.`

const told = ({ plannedBy, planned, title, model, language, when }: Content) => {
  const who = plannedBy ?? 'You'
  const named = `${title}${model ? ` (${model})` : ''}${language ? ` in ${languageName(language)}` : ''}`
  return planned === 'publish'
    ? `${who} scheduled ${named} for publication on ${when}. It was not published for this reason:`
    : `${who} scheduled ${named} to be unpublished on ${when}. It is still published for this reason:`
}

const next = ({ planned }: Content) =>
  `It is not scheduled any more. Solve the problem, then ${planned === 'publish' ? 'publish' : 'unpublish'} it or schedule it again.`

export const failedPlanSubject = ({ planned, title }: Content) =>
  planned === 'publish' ? `Not published: ${title}` : `Not unpublished: ${title}`

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
