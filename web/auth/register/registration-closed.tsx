import { mailtoOf } from '#contract/email-address.ts'
import { AuthTitle } from '#web/shell/sign-in/auth-title.tsx'
import { ProgressBar } from '#web/ui/mark/progress-bar.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'

type Props = { contact: string | null }

export const RegistrationClosed = ({ contact }: Props) => (
  <AuthTitle title="Registration is closed">
    Workspaces cannot be created here. Ask <Operator contact={contact} /> for one, or ask an admin of an existing
    workspace for an invitation.
  </AuthTitle>
)

export const Operator = ({ contact }: Props) =>
  contact ? (
    <TextLink href={mailtoOf(contact)} underline>
      {contact}
    </TextLink>
  ) : (
    'the operator of this installation'
  )

const count = 3

export const Steps = ({ current }: { current: 1 | 2 | 3 }) => (
  <div className="mb-6 flex items-center gap-3">
    <span className="text-meta text-ink-3 tabular-nums">{`Step ${current} of ${count}`}</span>
    <ProgressBar label="Steps" value={current} max={count} className="flex-1" />
  </div>
)
