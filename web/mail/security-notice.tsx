import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Paragraph } from './words.tsx'

type Content = MailContents['security-notice']

const reason = 'You get this because it concerns the safety of your account.'

export const SecurityNotice = ({ text, url, label }: Content) => (
  <Layout from="Startup Tools" foot={reason}>
    <Paragraph>{text}</Paragraph>
    <Button href={url}>{label}</Button>
  </Layout>
)

export const securityNoticeText = ({ text, url, label }: Content) => [text, `${label}: ${url}`, reason]
