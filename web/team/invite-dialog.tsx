import { type FormEvent, useState } from 'react'
import { isEmailAddress } from '#web/lib/is-email-address.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { Role } from './members.ts'
import { sendInvitation } from './use-team-changes.ts'

type FailedInvitation = { email: string; reason: string }
type Props = { open: boolean; onClose: () => void; workspaceName: string }

export const InviteDialog = ({ open, onClose, workspaceName }: Props) => (
  <Dialog open={open} onClose={onClose} size="md" title={`Invite people to ${workspaceName}`}>
    <InviteForm onClose={onClose} />
  </Dialog>
)

const roles = [
  { value: 'TeamUser', label: 'Team member', description: 'Answers tickets, writes notes, works on content' },
  { value: 'AdminUser', label: 'Admin', description: 'Manages the team and all settings, too' },
] as const

/** Closes once every invitation is sent; those that were refused stay in the field. */
function InviteForm({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('TeamUser')
  const [count, setCount] = useState(0)
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState<FailedInvitation[]>([])
  const { write, isPending } = useWrite((emails: string[]) => inviteAll(emails, role), {
    done: ({ sent }) => (sent > 1 ? `${sent} invitations sent` : sent === 1 ? 'Invitation sent' : undefined),
    onAnswer: ({ failed }) => {
      if (failed.length === 0) onClose()
      setFailed(failed)
      setCount(tokensOf(failed).length)
      setTries((tries) => tries + 1)
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    write([...new Set(new FormData(event.currentTarget).getAll('email').map(String))])
  }

  return (
    <form onSubmit={submit}>
      <DialogBody>
        <Field label="E-mail addresses" error={failed.map(describeFailure).join(' ')}>
          <TokenInput
            key={tries}
            name="email"
            placeholder="ada@example.com, carl@example.com"
            defaultTokens={tokensOf(failed)}
            isValid={(token) => isEmailAddress(token) && !failed.some(({ email }) => email === token)}
            onChange={(tokens) => setCount(tokens.length)}
          />
        </Field>
        <RadioGroup label="Role" name="role" options={[...roles]} value={role} onChange={setRole} />
      </DialogBody>
      <DialogFooter note="Invitations expire after 7 days.">
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="md" busy={isPending}>
          {count > 1 ? `Send ${count} invitations` : 'Send invitation'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** One invitation after the other: a refused one does not hold back the rest. */
async function inviteAll(emails: string[], role: Role) {
  if (emails.length === 0) return { answer: { sent: 0, failed: [{ email: '', reason: 'Enter an e-mail address' }] } }
  const failed: FailedInvitation[] = []
  for (const email of emails) {
    const { problem } = await sendInvitation(email, role)
    if (problem) failed.push({ email, reason: problem.fields?.email ?? problem.detail })
  }
  return { answer: { sent: emails.length - failed.length, failed } }
}

const tokensOf = (failed: FailedInvitation[]) => failed.map(({ email }) => email).filter(Boolean)
const describeFailure = ({ email, reason }: FailedInvitation) =>
  (email ? `${email}: ${reason}.` : `${reason}.`).replace(/\.+$/, '.')
