import type { MailContents } from '#contract/mails.ts'
import { Layout } from '#web/mail/layout.tsx'
import { Button, Heading, Paragraph, Quiet } from '#web/mail/words.tsx'

type Content = MailContents['former-keys']

const reason = 'You get this because you are an admin of the workspace.'
const told = ({ model }: Content) =>
  `Programs still use old API names of the model ${model}. The programs stop working when these names end.`

const mostNamed = 5
const whoOf = (askedBy: (string | null)[]) => {
  const names = askedBy.slice(0, mostNamed).map((name) => name ?? 'visitors without a key')
  return [...names, ...(askedBy.length > mostNamed ? [`${askedBy.length - mostNamed} more`] : [])].join(', ')
}
const lineOf = ({ formerKey, key, until, askedBy }: Content['keys'][number]) =>
  `${formerKey}, now ${key}, ends on ${until}. Still used by: ${whoOf(askedBy)}.`

const next = 'Change these programs to the new names before that day.'

export const formerKeysSubject = ({ model, keys }: Content) =>
  keys.length === 1
    ? `An old API name of ${model} ends soon and is still used`
    : `${keys.length} old API names of ${model} end soon and are still used`

export const FormerKeys = (content: Content) => (
  <Layout from="Content" foot={reason}>
    <Heading>{content.model}</Heading>
    <Quiet>{told(content)}</Quiet>
    {content.keys.map((one) => (
      <Paragraph key={`${one.formerKey} ${one.key}`}>{lineOf(one)}</Paragraph>
    ))}
    <Paragraph>{next}</Paragraph>
    <Button href={content.url}>Open the model</Button>
  </Layout>
)

export const formerKeysText = (content: Content) => [
  told(content),
  ...content.keys.map(lineOf),
  next,
  `Open the model: ${content.url}`,
  reason,
]
