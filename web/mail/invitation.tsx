import type { MailContents } from '#contract/mails.ts'
import { Layout } from './layout.tsx'
import { Button, Heading, Paragraph } from './words.tsx'

type Content = MailContents['invitation']

/** Without names, since those are a stranger's words. */
export const invitationSubject = () => 'You are invited to a team on Startup Tools'
const inviting = ({ inviterName, workspaceName }: Content) => `${inviterName} invited you to ${workspaceName}`
const roleNames: Record<Content['role'], string> = { AdminUser: 'an admin', TeamUser: 'a team member' }
const explanation = ({ workspaceName, role, lifeDays }: Content) =>
  `Join ${workspaceName} on Startup Tools as ${roleNames[role]}. You sign in with this address and a code we mail to it. The invitation is open for ${lifeDays} days.`
const unexpected = 'If you do not know the sender, ignore this mail: nothing happens without you.'

export const Invitation = (content: Content) => (
  <Layout from="Startup Tools" foot={unexpected}>
    <Heading>{inviting(content)}</Heading>
    <Paragraph>{explanation(content)}</Paragraph>
    <Button href={content.url}>Accept the invitation</Button>
  </Layout>
)

export const invitationText = (content: Content) => [
  inviting(content),
  explanation(content),
  `Accept the invitation: ${content.url}`,
  unexpected,
]
