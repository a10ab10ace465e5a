import { mailtoOf } from '#contract/email-address.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = { contact: string | null }

export const RegistrationClosed = ({ contact }: Props) => (
  <AuthTitle title="Registration is closed">
    Nobody can create a workspace here by themselves. Ask <Operator contact={contact} /> for one, or an admin of a
    workspace for an invitation to its team.
  </AuthTitle>
)

/** The contact of the operator. */
export const Operator = ({ contact }: Props) =>
  contact ? (
    <TextLink href={mailtoOf(contact)} underline>
      {contact}
    </TextLink>
  ) : (
    'whoever runs this installation'
  )
