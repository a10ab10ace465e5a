import type { TicketField } from '#contract/fields/custom-fields.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { customValueInWords } from '#web/fields/custom/custom-fields.ts'
import { useSite } from '#web/lib/use-site.ts'
import { priorityLabel, typeLabel } from '#web/service/tickets/ticket/choices.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'

export const nameOf = ({ requester: { name, email } }: Ticket) => name || shownAddress(email)

const Heading = ({ children }: { children: React.ReactNode }) => <h3 className="mb-1.5 font-semibold">{children}</h3>

type DifferencesProps = { source: Ticket; target: Ticket; fields: TicketField[]; title: string }

/** Values in which the tickets differ. The ticket that stays keeps its own. */
export function Differences({ source, target, fields, title }: DifferencesProps) {
  const { timeZone } = useSite()
  const wordsOf = (field: TicketField, { customFields }: Ticket) =>
    customValueInWords(field, customFields[field.key], timeZone) || 'Empty'
  const rows = [
    ['Requester', nameOf(target), nameOf(source)],
    ['Priority', priorityLabel(target.priority ?? 'normal'), priorityLabel(source.priority ?? 'normal')],
    ['Type', typeLabel(target.type), typeLabel(source.type)],
    ['Assignee', target.assignee?.name ?? 'Unassigned', source.assignee?.name ?? 'Unassigned'],
    ...fields.map((field) => [field.label, wordsOf(field, target), wordsOf(field, source)] as const),
  ].filter(([, kept, left]) => kept !== left)
  if (rows.length === 0) return null
  return (
    <section>
      <Heading>{title}</Heading>
      <table className="w-full table-fixed text-left">
        <thead className="sr-only">
          <tr>
            <th>Value</th>
            <th>Kept</th>
            <th>On the closed ticket</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, kept, left]) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="h-8 w-1/4 truncate font-normal text-ink-2">
                {label}
              </th>
              <td className="truncate pr-2">{kept} stays</td>
              <td className="truncate text-ink-3">{left}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RecipientsProps = {
  sources: Ticket[]
  target: Ticket
  /** The ids of the requesters who are added. */
  copied: string[]
  onCopied: (requesterId: string, isCopied: boolean) => void
}

/** Who gets the replies of the ticket that stays. The requesters of the others are added only by choice. */
export function Recipients({ sources, target, copied, onCopied }: RecipientsProps) {
  const onTarget = [target.requester, ...target.cc]
  const isNew = ({ id }: { id: string }, at: number, all: { id: string }[]) =>
    !onTarget.some((person) => person.id === id) && all.findIndex((other) => other.id === id) === at
  const added = sources.flatMap(({ cc }) => cc).filter(isNew)
  const requesters = sources
    .map(({ requester }) => requester)
    .filter((requester, at, all) => isNew(requester, at, all) && !added.some(({ id }) => id === requester.id))
  const shown = (person: Ticket['cc'][number]) => person.name || shownAddress(person.email)
  return (
    <section>
      <Heading>Who receives replies from now on</Heading>
      <div className="grid gap-2">
        <Checkbox label={<Person name={nameOf(target)} note="requester" />} checked disabled />
        {[...target.cc, ...added].map((person) => (
          <Checkbox key={person.id} label={<Person name={shown(person)} note="in CC" />} checked disabled />
        ))}
        {requesters.map((requester) => (
          <Checkbox
            key={requester.id}
            label={
              <Person
                name={requester.name || shownAddress(requester.email)}
                note="receives everything that is written from now on, nothing from before"
              />
            }
            checked={copied.includes(requester.id)}
            onChange={({ target: { checked } }) => onCopied(requester.id, checked)}
          />
        ))}
      </div>
    </section>
  )
}

const Person = ({ name, note }: { name: string; note: string }) => (
  <>
    <span className="text-ink">{name}</span> <span className="text-meta text-ink-3">{note}</span>
  </>
)
