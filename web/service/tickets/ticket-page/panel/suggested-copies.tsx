import { Plus, X } from 'lucide-react'
import type { acceptCopy, dismissCopy } from '#contract/tickets/copy-suggestions.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import type { SuggestedCopy } from '#web/service/tickets/ticket/types.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Property } from '#web/ui/page/side-panel.tsx'

type Props = { ticketId: string; suggested: SuggestedCopy[]; canWrite: boolean }

/** Whom a mail named in copy without showing who sent it. They get nothing until somebody adds them. */
export const SuggestedCopies = ({ suggested, ...rest }: Props) => (
  <>
    <Property label="Suggested">
      <span className="text-meta text-ink-3">
        Added in CC by an unverified sender. They receive no mail until you accept.
      </span>
    </Property>
    {suggested.map((person) => (
      <Suggestion key={person.id} person={person} {...rest} />
    ))}
  </>
)

type CopyProps = Omit<Props, 'suggested'> & { person: SuggestedCopy }

function Suggestion({ ticketId, person, canWrite }: CopyProps) {
  const params = { id: ticketId, suggestionId: person.id }
  const accept = useWrite(() =>
    ask<typeof acceptCopy>('PUT', '/api/v1/tickets/:id/copy-suggestions/:suggestionId/acceptance', { params }),
  )
  const dismiss = useWrite(() =>
    ask<typeof dismissCopy>('DELETE', '/api/v1/tickets/:id/copy-suggestions/:suggestionId', { params }),
  )
  const problem = accept.problem ?? dismiss.problem
  const isBusy = accept.isPending || dismiss.isPending
  return (
    <Property label="">
      <span className="flex w-full min-w-0 items-center gap-1">
        <span
          className="min-w-0 flex-1 truncate"
          title={person.name ? `${person.name} <${shownAddress(person.address)}>` : shownAddress(person.address)}
        >
          {shownAddress(person.address)}
        </span>
        {canWrite && (
          <>
            <IconButton
              icon={Plus}
              size="sm"
              label={`Add ${shownAddress(person.address)} to CC`}
              aria-busy={accept.isPending}
              onClick={() => isBusy || accept.write()}
            />
            <IconButton
              icon={X}
              size="sm"
              label={`Dismiss ${shownAddress(person.address)}`}
              aria-busy={dismiss.isPending}
              onClick={() => isBusy || dismiss.write()}
            />
          </>
        )}
      </span>
      {problem && (
        <span role="alert" className="w-full text-red-ink">
          {problem.detail}
        </span>
      )}
    </Property>
  )
}
