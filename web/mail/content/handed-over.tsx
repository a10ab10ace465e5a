import { Fragment } from 'react'
import type { HandedOver as Handed, HandedKind, MailContents } from '#contract/mails.ts'
import { plural } from '#web/lib/words/format.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Heading, Links, Paragraph, Quiet } from '#web/mail/words.tsx'

type Content = MailContents['handed-over']

const reason = 'You can choose which notices you get in your profile.'

const told = ({ actorName, leaverName, workspaceName }: Content) =>
  actorName
    ? `${actorName} deactivated ${leaverName} in ${workspaceName} and handed this to you:`
    : `${leaverName} left ${workspaceName} and handed this to you:`

const counted: Record<HandedKind, (count: number) => string> = {
  tickets: (count) => plural(count, 'open ticket'),
  articles: (count) => plural(count, 'article'),
  entries: (count) => plural(count, 'entry', 'entries'),
  articleReviews: (count) => `${plural(count, 'article')} to review`,
  entryReviews: (count) => `${plural(count, 'entry', 'entries')} to review`,
}

const lists: Record<HandedKind, string> = {
  tickets: 'All your open tickets',
  articles: 'All your articles',
  entries: 'All your entries',
  articleReviews: 'All articles in review',
  entryReviews: 'All entries that wait for your review',
}

const linksOf = ({ kind, some, listUrl }: Handed) => [
  ...some,
  ...(listUrl ? [{ title: lists[kind], url: listUrl }] : []),
]

export const handedOverSubject = ({ leaverName }: Content) => `You took over work from ${leaverName}`

export const HandedOver = (content: Content) => (
  <Layout from={content.workspaceName} foot={reason}>
    <Heading>{handedOverSubject(content)}</Heading>
    <Quiet>{told(content)}</Quiet>
    {content.handed.map((handed) => (
      <Fragment key={handed.kind}>
        <Paragraph>{counted[handed.kind](handed.count)}</Paragraph>
        {linksOf(handed).length > 0 && <Links links={linksOf(handed)} />}
      </Fragment>
    ))}
  </Layout>
)

export const handedOverText = (content: Content) => [
  told(content),
  ...content.handed.map((handed) =>
    [counted[handed.kind](handed.count), ...linksOf(handed).map(({ title, url }) => `- ${title}: ${url}`)].join('\n'),
  ),
  reason,
]
