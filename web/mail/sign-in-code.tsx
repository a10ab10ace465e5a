import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { CodeDigits, Paragraph, Quiet } from './words.tsx'

type Content = MailContents['sign-in-code']

const unasked = 'If you did not ask for it, ignore this mail: nobody can sign in without the code. Never pass it on.'

export const signInCodeSubject = ({ code, workspaceName }: Content) =>
  `Your ${workspaceName ?? 'Startup Tools'} code: ${code}`

export const SignInCode = ({ code, workspaceName, verifyUrl, lifeMinutes }: Content) => (
  <Layout from={workspaceName ?? 'Startup Tools'} foot={unasked}>
    <Paragraph>Your sign-in code:</Paragraph>
    <CodeDigits code={code} />
    <Paragraph>Enter it on the page where you asked for it. It works once, for {lifeMinutes} minutes.</Paragraph>
    <Quiet>Closed that page? Open {verifyUrl} and enter your code there.</Quiet>
  </Layout>
)

export const signInCodeText = ({ code, verifyUrl, lifeMinutes }: Content) => [
  `Your sign-in code: ${code}`,
  `Enter it on the page where you asked for it. It works once, for ${lifeMinutes} minutes.`,
  `Closed that page? Open ${verifyUrl} and enter your code there.`,
  unasked,
]
