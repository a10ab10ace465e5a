import { mailtoOf } from '#contract/email-address.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = { contact: string | null }

export const RegistrationClosed = ({ contact }: Props) => (
  <AuthTitle title="Registration is closed">
    Workspaces cannot be created here. Ask <Operator contact={contact} /> for one, or ask an admin of an existing
    workspace for an invitation.
  </AuthTitle>
)

/** The contact of the operator. */
export const Operator = ({ contact }: Props) =>
  contact ? (
    <TextLink href={mailtoOf(contact)} underline>
      {contact}
    </TextLink>
  ) : (
    'the operator of this installation'
  )
