import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { TokenInput } from '#web/ui/form/token-input.tsx'
import { useToast } from '#web/ui/notice/toast.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import type { FailedInvitation, TeamAnswer } from './change-team.ts'

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
  const fetcher = useFetcher<TeamAnswer>()
  const showToast = useToast()
  const [count, setCount] = useState(0)
  const answer = fetcher.data
  const failed = answer?.failed ?? []

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!answer) return
    if (answer.done) showToast({ text: answer.done })
    if (failed.length === 0) onClose()
    setCount(tokensOf(failed).length)
  }, [answer?.at])

  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="invite" />
      <DialogBody>
        <Field label="E-mail addresses" error={failed.map(describeFailure).join(' ')}>
          <TokenInput
            key={answer?.at}
            name="email"
            placeholder="ada@example.com, carl@example.com"
            defaultTokens={tokensOf(failed)}
            isValid={(token) => looksComplete(token) && !failed.some(({ email }) => email === token)}
            onChange={(tokens) => setCount(tokens.length)}
          />
        </Field>
        <RadioGroup label="Role" name="role" options={[...roles]} defaultValue="TeamUser" />
      </DialogBody>
      <DialogFooter note="Invitations expire after 7 days.">
        <Button size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="md" busy={fetcher.state !== 'idle'}>
          {count > 1 ? `Send ${count} invitations` : 'Send invitation'}
        </Button>
      </DialogFooter>
    </fetcher.Form>
  )
}

const tokensOf = (failed: FailedInvitation[]) => failed.map(({ email }) => email).filter(Boolean)
const describeFailure = ({ email, reason }: FailedInvitation) =>
  (email ? `${email}: ${reason}.` : `${reason}.`).replace(/\.+$/, '.')
const looksComplete = (token: string) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(token)
