import type { MailContents, SecurityNotice as Notice } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Paragraph } from './words.tsx'

type Content = MailContents['security-notice']
type Words = { subject: string; text: (content: Content) => string; label: string }

const words: Record<Notice, Words> = {
  'refresh-token-reused': {
    subject: 'We ended one of your sessions',
    text: () =>
      'One of your sessions was used from two places, so we ended it. Sign in again, and look through your devices in your profile.',
    label: 'Sign in',
  },
  'new-device': {
    subject: 'New sign-in to your account',
    text: ({ device, network }) =>
      `Somebody signed in to your account with ${device ?? 'a new device'}${network ? ` from ${network}` : ''}. If it was you, there is nothing to do. If not, sign that device out in your profile, change the password of your mailbox, and tell an admin of your workspace.`,
    label: 'Look through your devices',
  },
  'address-changed': {
    subject: 'Your e-mail address was changed',
    text: ({ newAddress, workspaceName }) =>
      `Your account has another e-mail address now: ${newAddress}. You sign in with that one, and your other devices were signed out. If it was not you, tell ${workspaceName ?? 'an admin of your workspace'} at once.`,
    label: 'Sign in',
  },
}
const reason = 'You get this because it concerns the safety of your account.'

export const securityNoticeSubject = ({ notice }: Content) => words[notice].subject

export const SecurityNotice = (content: Content) => (
  <Layout from={content.workspaceName ?? 'Startup Tools'} foot={reason}>
    <Paragraph>{words[content.notice].text(content)}</Paragraph>
    <Button href={content.url}>{words[content.notice].label}</Button>
  </Layout>
)

export const securityNoticeText = (content: Content) => [
  words[content.notice].text(content),
  `${words[content.notice].label}: ${content.url}`,
  reason,
]
