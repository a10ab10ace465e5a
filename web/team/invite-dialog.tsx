import { useState } from 'react'
import { isEmailAddress } from '#contract/email-address.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { Field } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { TokenInput, tokensIn } from '#web/ui/form/token-input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'
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
  { value: 'TeamUser', label: 'Team member', description: 'Replies to tickets and works on articles and content' },
  { value: 'AdminUser', label: 'Admin', description: 'Can also manage the team and all settings' },
] as const

function InviteForm({ onClose }: { onClose: () => void }) {
  const [role, setRole] = useState<Role>('TeamUser')
  const [tokens, setTokens] = useState<string[]>([])
  const [draft, setDraft] = useState('')
  const [isEmpty, setEmpty] = useState(false)
  const [tries, setTries] = useState(0)
  const [failed, setFailed] = useState<FailedInvitation[]>([])
  const { write, isPending } = useWrite((emails: string[]) => inviteAll(emails, role), {
    done: ({ sent }) => (sent > 1 ? `${sent} invitations sent` : sent === 1 ? 'Invitation sent' : undefined),
    onAnswer: ({ failed }, tried) => {
      const kept = [...failed.map(({ email }) => email), ...tokens.filter((token) => !tried.includes(token))]
      if (kept.length === 0 && tokensIn(draft).every((token) => tried.includes(token))) onClose()
      setFailed(failed)
      setTokens(kept)
      setTries((tries) => tries + 1)
    },
  })
  const [presses, setPresses] = useState(0)
  const form = useFocusOnFault(tries, presses)
  const typed = new Set([...tokens, ...tokensIn(draft)])
  const ready = [...typed].filter(isEmailAddress)

  function submit() {
    setPresses(presses + 1)
    setEmpty(tokens.length === 0 && !draft.trim())
    if (ready.length > 0) write(ready)
  }

  return (
    <DialogForm
      ref={form}
      label={ready.length > 1 ? `Send ${ready.length} invitations` : 'Send invitation'}
      note="Invitations expire after 7 days."
      busy={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="E-mail addresses" error={faultsOf({ isEmpty, tokens, failed })} onChanged={() => setEmpty(false)}>
        <TokenInput
          name="email"
          placeholder="ada@example.com, carl@example.com"
          tokens={tokens}
          isValid={(token) => isEmailAddress(token) && !failed.some(({ email }) => email === token)}
          onChange={(tokens) => {
            setTokens(tokens)
            setFailed(failed.filter(({ email }) => tokens.includes(email)))
          }}
          onDraft={setDraft}
        />
      </Field>
      <RadioGroup label="Role" name="role" options={[...roles]} value={role} onChange={setRole} />
    </DialogForm>
  )
}

/** Sends the invitations one after the other. If one is refused, the others are still sent. */
async function inviteAll(emails: string[], role: Role) {
  const failed: FailedInvitation[] = []
  for (const email of emails) {
    const { problem } = await sendInvitation(email, role)
    if (problem) failed.push({ email, reason: problem.fields?.email ?? problem.detail })
  }
  return { answer: { sent: emails.length - failed.length, failed } }
}

function faultsOf({ isEmpty, tokens, failed }: { isEmpty: boolean; tokens: string[]; failed: FailedInvitation[] }) {
  if (isEmpty) return 'Enter an e-mail address.'
  const wrong = tokens.filter((token) => !isEmailAddress(token)).map((token) => `“${token}” is no e-mail address.`)
  const refused = failed.map(({ email, reason }) => `${email}: ${reason}.`.replace(/\.+$/, '.'))
  return [...wrong, ...refused].join(' ')
}
