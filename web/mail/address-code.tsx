import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { CodeDigits, Paragraph } from './words.tsx'

type Content = MailContents['address-code']

const told = ({ to, newAddress }: Content) =>
  to === 'old'
    ? `Your code to change the address of your account to ${newAddress}`
    : 'Your code to use this address for your account'

const next = ({ lifeMinutes }: Content) =>
  `Enter it where you asked for it, together with the code from the other address. It works once, for ${lifeMinutes} minutes.`

const unasked = ({ to, workspaceName }: Content) =>
  to === 'old'
    ? `If you did not ask for it, somebody else is signed in as you: ${workspaceName ? `tell ${workspaceName}` : 'sign out all devices in your profile'}. Never pass the code on.`
    : 'If you did not ask for it, ignore this mail. Never pass the code on.'

export const addressCodeSubject = ({ code, workspaceName }: Content) =>
  `Your ${workspaceName ?? 'Startup Tools'} code: ${code}`

export const AddressCode = (content: Content) => (
  <Layout from={content.workspaceName ?? 'Startup Tools'} foot={unasked(content)}>
    <Paragraph>{told(content)}:</Paragraph>
    <CodeDigits code={content.code} />
    <Paragraph>{next(content)}</Paragraph>
  </Layout>
)

export const addressCodeText = (content: Content) => [
  `${told(content)}: ${content.code}`,
  next(content),
  unasked(content),
]
