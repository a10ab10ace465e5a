import type { MailContents, SecurityNotice as Notice } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Paragraph } from './words.tsx'

type Content = MailContents['security-notice']
type Words = { subject: string; text: string; label: string }

const words: Record<Notice, Words> = {
  'refresh-token-reused': {
    subject: 'We ended one of your sessions',
    text: 'One of your sessions was used from two places, so we ended it. Sign in again, and look through your devices in your profile.',
    label: 'Sign in',
  },
}
const reason = 'You get this because it concerns the safety of your account.'

export const securityNoticeSubject = ({ notice }: Content) => words[notice].subject

export const SecurityNotice = ({ notice, url }: Content) => (
  <Layout from="Startup Tools" foot={reason}>
    <Paragraph>{words[notice].text}</Paragraph>
    <Button href={url}>{words[notice].label}</Button>
  </Layout>
)

export const securityNoticeText = ({ notice, url }: Content) => [
  words[notice].text,
  `${words[notice].label}: ${url}`,
  reason,
]
