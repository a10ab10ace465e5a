import { ChevronDown, ChevronUp, Ellipsis } from 'lucide-react'
import type { Present } from '#contract/live/presence.ts'
import { PeopleHere } from '#web/lib/live/people-here.tsx'
import { addTags, snoozeUntil } from '#web/service/tickets/ticket/changes/changes.ts'
import type { TicketChanges } from '#web/service/tickets/ticket/changes/use-ticket-changes.ts'
import { MomentDialog } from '#web/service/tickets/ticket/dialogs/moment-dialog.tsx'
import { momentWords } from '#web/service/tickets/ticket/dialogs/moments.ts'
import { TicketTagDialog } from '#web/service/tickets/ticket/dialogs/ticket-tag-dialog.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Member, Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { SubjectTitle } from './subject-title.tsx'
import type { usePlace } from './use-place.ts'
import type { useTicketActions } from './use-ticket-actions.ts'

type Props = {
  ticket: Ticket
  place: ReturnType<typeof usePlace>
  changes: TicketChanges
  actions: ReturnType<typeof useTicketActions>
  canWrite: boolean
  people: Present[]
  members: Member[]
}

export function TicketBar({ ticket, place, changes, actions: ticketActions, canWrite, people, members }: Props) {
  const { actions, dialog, closeDialog } = ticketActions
  const main = actions.find(({ id }) => id === 'solve')
  return (
    <>
      <PageBar
        back={{ href: place.backHref, label: 'Back to the list' }}
        title={<SubjectTitle ticket={ticket} changes={changes} canWrite={canWrite} />}
        actions={
          <>
            <PeopleHere people={people} pictures={members} doing={doingOf} />
            <InWords people={people} members={members} />
            <Place {...place} />
            <Menu
              button={<IconButton icon={Ellipsis} label="More" />}
              label="Ticket"
              align="end"
              items={actions
                .filter((action) => action !== main)
                .map(({ run, ...action }) => ({ ...action, onSelect: run }))}
            />
            {main && (
              <Button icon={main.icon} keys={main.keys} onClick={main.run}>
                <span className="max-md:sr-only">{main.label}</span>
              </Button>
            )}
          </>
        }
      />
      <MomentDialog
        open={dialog === 'snooze'}
        onClose={closeDialog}
        title={`Snooze ticket ${ticket.number} until`}
        confirmLabel="Snooze"
        onChoose={(until) => changes.run(snoozeUntil(until.toISOString(), momentWords(until)), [ticket])}
      />
      <TicketTagDialog
        open={dialog === 'tag'}
        onClose={closeDialog}
        title={`Tag ticket ${ticket.number}`}
        known={[]}
        onAdd={(tags) => changes.run(addTags(tags), [ticket])}
      />
    </>
  )
}

const doings: Record<string, string> = { reply: 'is replying', note: 'is writing a note' }
const doingOf = ({ field }: Present) => doings[field ?? ''] ?? 'is viewing'

/** Of whoever writes rather than of who looks; the faces beside it say all of it to a screen reader. */
function InWords({ people, members }: Pick<Props, 'people' | 'members'>) {
  const shown = people.find(({ field }) => field === 'reply') ?? people.find(({ field }) => field) ?? people[0]
  if (!shown) return null
  const name = members.find(({ id }) => id === shown.id)?.name || shown.name
  return (
    <span aria-hidden className="max-w-50 truncate text-meta text-ink-2 max-md:hidden">
      {name} {doingOf(shown)}
    </span>
  )
}

function Place({ isKnown, words, previousId, nextId }: ReturnType<typeof usePlace>) {
  if (!isKnown) return null
  const to = (id: string | null) => (id ? { href: ticketHref(id) } : { disabled: true })
  return (
    <span className="inline-flex items-center gap-0.5 max-md:hidden">
      {words && <span className="mr-1 text-meta text-ink-2 tabular-nums">{words}</span>}
      <IconButton icon={ChevronUp} label="Previous ticket" keys="K" {...to(previousId)} />
      <IconButton icon={ChevronDown} label="Next ticket" keys="J" {...to(nextId)} />
    </span>
  )
}
