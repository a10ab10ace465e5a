import { useDeferredValue, useState } from 'react'
import type { z } from 'zod'
import type { BodyOf } from '#contract/endpoint.ts'
import { fieldVariable, macroVariables } from '#contract/tickets/macro-variables.ts'
import type {
  IncidentRecipient,
  listIncidentRecipients,
  previewIncidentReplies,
  replyToIncidents,
} from '#contract/tickets/problems.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { plural } from '#web/lib/words/format.ts'
import { languageName } from '#web/lib/words/language-name.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useFaults } from '#web/lib/write/use-faults.ts'
import { useFocusOnFault } from '#web/lib/write/use-focus-on-fault.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { LanguageTexts } from '#web/service/tickets/composer/macros/language-texts.tsx'
import { FilledText } from '#web/service/tickets/macros/macro-preview.tsx'
import { previewOf } from '#web/service/tickets/macros/values.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { DialogForm } from '#web/ui/overlay/dialog-form.tsx'

type Kind = BodyOf<typeof replyToIncidents>['kind']
type Recipient = z.output<typeof IncidentRecipient>
type Plan = z.output<typeof listIncidentRecipients.answer>
type Texts = { text: string; texts: Record<string, string> }

type Props = Pick<TicketPageData, 'fields' | 'customerFields' | 'languages'> & {
  problem: Ticket
  kind: Kind
  onClose: () => void
}

const titles: Record<Kind, string> = {
  solve: 'Solve all incidents',
  fixed: 'Tell customers that it is fixed',
}

/** Writes one reply for all incidents of a problem, and shows what each of them gets. */
export function ReplyDialog(props: Props) {
  const { problem, kind, onClose } = props
  const { answer, problem: refused } = useAnswer(kind, (signal) =>
    ask<typeof listIncidentRecipients>('GET', '/api/v1/tickets/:id/incident-recipients', {
      params: { id: problem.id },
      query: { kind },
      signal,
    }),
  )
  return (
    <Dialog open onClose={onClose} title={`${titles[kind]} · ${problem.number}`} size="lg">
      {answer ? (
        <ReplyForm {...props} plan={answer} />
      ) : (
        <DialogBody>
          {refused ? <Banner tone="danger">{refused}</Banner> : <p className="min-h-40">Loading</p>}
        </DialogBody>
      )}
    </Dialog>
  )
}

function ReplyForm({ problem, kind, fields, customerFields, languages, plan, onClose }: Props & { plan: Plan }) {
  const [texts, setTexts] = useState<Texts>({ text: '', texts: {} })
  const params = { id: problem.id }
  const tickets = plan.items.map(({ ticket, version }) => ({ id: ticket.id, version }))
  const {
    write,
    problem: refused,
    isPending,
  } = useWrite(
    () =>
      ask<typeof replyToIncidents>('POST', '/api/v1/tickets/:id/incident-replies', {
        params,
        body: { kind, ...texts, tickets },
      }),
    { onAnswer: onClose },
  )
  const fault = useFaults(refused?.fields)
  const form = useFocusOnFault(refused?.fields)
  if (plan.items.length === 0)
    return (
      <DialogBody>
        <p>No incident can get this reply.</p>
        <LeftOut left={plan.left} />
      </DialogBody>
    )
  const count = plural(plan.items.length, 'reply', 'replies')
  return (
    <DialogForm
      ref={form}
      label={kind === 'solve' ? `Send ${count} and solve` : `Send ${count}`}
      busy={isPending}
      onClose={onClose}
      onSubmit={() => write()}
    >
      {refused && !refused.fields && <Banner tone="danger">{refused.detail}</Banner>}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 content-start gap-4">
          <LanguageTexts
            {...texts}
            languages={languagesOf(plan, languages)}
            variables={[
              ...macroVariables,
              ...fields.map(({ key }) => fieldVariable('ticket', key)),
              ...customerFields.map(({ key }) => fieldVariable('customer', key)),
            ]}
            fault={fault}
            onChange={(changes) => setTexts((before) => ({ ...before, ...changes }))}
          />
          <p className="text-meta text-ink-3">
            The replies are held for at least 10 seconds. Undo takes back those that are not sent yet. A reply that was
            sent stays{kind === 'solve' && ', and its ticket stays solved'}.
            {kind === 'fixed' && ' Solved and closed tickets keep their status.'}
          </p>
          <LeftOut left={plan.left} />
        </div>
        <Previews problemId={problem.id} kind={kind} items={plan.items} texts={texts} />
      </div>
    </DialogForm>
  )
}

/** The first language of the workspace, and those of the customers. */
function languagesOf({ items }: Plan, [first = 'en', ...others]: string[]): string[] {
  const ofCustomers = items.flatMap(({ language }) => (language === null ? [] : [language]))
  const named = ofCustomers.map(
    (language) => [first, ...others].find((one) => baseOf(one) === baseOf(language)) ?? baseOf(language),
  )
  return [first, ...new Set(named.filter((language) => language !== first))]
}

const baseOf = (language: string) => language.split('-')[0]!

const rowsAtOnce = 6

type PreviewsProps = { problemId: string; kind: Kind; items: Recipient[]; texts: Texts }

/** The incidents that get the reply, those for which a variable has no value first, and the text of the chosen one. */
function Previews({ problemId, kind, items, texts }: PreviewsProps) {
  const [page, setPage] = useState(0)
  const [chosenId, setChosenId] = useState<string>()
  const previewed = chosenId ?? items[0]!.ticket.id
  const { shown, lacking, problem } = usePreview(problemId, kind, texts, previewed)
  const unfilledOf = new Map(lacking.map(({ ticketId, unfilled }) => [ticketId, unfilled]))
  const ordered = items.toSorted((one, other) => rankOf(one, unfilledOf) - rankOf(other, unfilledOf))
  const start = page * rowsAtOnce
  const end = Math.min(start + rowsAtOnce, items.length)
  const people = items.reduce((sum, { recipients }) => sum + recipients.length, 0)
  return (
    <section aria-label="Recipients" className="grid min-w-0 content-start gap-3 lg:border-l lg:border-line lg:pl-5">
      <p className="text-meta font-[550]">
        {plural(items.length, 'ticket')}, {plural(people, 'recipient')}
      </p>
      <p role="status" className="text-meta text-red-ink empty:hidden">
        {lacking.length > 0 &&
          `A variable has no value for ${plural(lacking.length, 'ticket')}. Write a fallback, such as {{customer.first_name | "there"}}.`}
      </p>
      <ul className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-px">
        {ordered.slice(start, end).map(({ ticket: { id, number }, recipients }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === previewed}
              onClick={() => setChosenId(id)}
              className={classNames(
                'grid min-h-7.5 w-full cursor-default content-center rounded-[5px] px-2 py-1 text-left touch:min-h-10',
                id === previewed && 'bg-press',
              )}
            >
              <span className="flex gap-2">
                <span className="shrink-0 text-ink-3 tabular-nums">{number}</span>
                <span className="min-w-0 truncate">{recipients.map(nameOf).join(', ')}</span>
              </span>
              {unfilledOf.has(id) && (
                <span className="text-meta wrap-anywhere text-red-ink">
                  No value for {unfilledOf.get(id)!.join(', ')}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {items.length > rowsAtOnce && (
        <div className="flex items-center justify-between gap-2">
          <span className="text-meta text-ink-3 tabular-nums">
            {start + 1} to {end} of {items.length}
          </span>
          <span className="flex gap-1">
            <Button size="sm" disabled={start === 0} onClick={() => setPage(page - 1)}>
              Previous
            </Button>
            <Button size="sm" disabled={end === items.length} onClick={() => setPage(page + 1)}>
              Next
            </Button>
          </span>
        </div>
      )}
      <div className="grid gap-2 rounded-md border border-line bg-sunken p-3">
        <p className="text-meta wrap-anywhere text-ink-3">
          To{' '}
          {items
            .find(({ ticket }) => ticket.id === previewed)!
            .recipients.map((one) => `${one.name} <${one.email}>${one.isReachable ? '' : ' (mails come back)'}`.trim())
            .join(', ')}
        </p>
        {problem ? (
          <p className="text-red-ink">{problem}</p>
        ) : shown ? (
          <>
            <FilledText paragraphs={previewOf(shown.html, () => null)} />
            <p className="text-meta text-ink-3">{languageName(shown.language)}</p>
          </>
        ) : (
          <p className="text-ink-3">Write the text to see what this ticket gets.</p>
        )}
      </div>
    </section>
  )
}

const rankOf = ({ ticket }: Recipient, unfilledOf: Map<string, string[]>) => (unfilledOf.has(ticket.id) ? 0 : 1)
const nameOf = ({ name, email }: Recipient['recipients'][number]) => name || shownAddress(email)

const emptyPreview: z.output<typeof previewIncidentReplies.answer> = { items: [], lacking: [] }

function usePreview(problemId: string, kind: Kind, texts: Texts, ticketId: string) {
  const written = useDeferredValue(texts)
  const { answer = emptyPreview, problem } = useAnswer(`${ticketId} ${JSON.stringify(written)}`, async (signal) => {
    if (!written.text) return { answer: emptyPreview }
    await new Promise((resolve) => setTimeout(resolve, typingMs))
    if (signal.aborted) return { answer: emptyPreview }
    return ask<typeof previewIncidentReplies>('POST', '/api/v1/tickets/:id/incident-reply-previews', {
      params: { id: problemId },
      body: { kind, ...written, tickets: [ticketId] },
      signal,
    })
  })
  const shown = answer.items.find((item) => item.ticketId === ticketId)
  return { shown, lacking: answer.lacking, problem }
}

const typingMs = 400
const leftAtOnce = 50

function LeftOut({ left }: Pick<Plan, 'left'>) {
  if (left.length === 0) return null
  return (
    <details className="text-ink-2">
      <summary>{plural(left.length, 'incident')} left out</summary>
      <ul aria-label="Left out" className="mt-2 grid max-h-48 gap-1 overflow-y-auto">
        {left.slice(0, leftAtOnce).map(({ ticket, detail }) => (
          <li key={ticket.id}>
            <span className="text-ink-3 tabular-nums">{ticket.number}</span> {detail}
          </li>
        ))}
        {left.length > leftAtOnce && <li>and {left.length - leftAtOnce} more</li>}
      </ul>
    </details>
  )
}
