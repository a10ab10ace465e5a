import { useRef, useState } from 'react'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { mergeTickets, undoMerges } from '#contract/tickets/merging.ts'
import { Time } from '#web/lib/time/time.tsx'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { MergeCard, MergeFrame, MergeSides } from '#web/service/merging/merge-frame.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { JoinedConversation } from './joined-conversation.tsx'
import { Differences, nameOf, Recipients } from './merge-result.tsx'

type Props = {
  tickets: Ticket[]
  /** The ticket that stays unless another one is chosen. */
  firstTarget: Ticket
  fields: TicketField[]
  onClose: () => void
  onMerged: (target: Ticket) => void
}

/** Shows what a merge of two or more tickets would be, and merges them. */
export function MergePreview({ tickets, firstTarget, fields, onClose, onMerged }: Props) {
  const [targetId, setTargetId] = useState(firstTarget.id)
  const [copied, setCopied] = useState<string[]>([])
  const [isTold, setTold] = useState(false)
  const [reply, setReply] = useState('')
  const [isReplyMissing, setReplyMissing] = useState(false)
  const replyRef = useRef<HTMLTextAreaElement>(null)
  // The page reads its ticket again while the dialog is open, so tickets are compared by their ids.
  const target = tickets.find(({ id }) => id === targetId)!
  const sources = tickets.filter(({ id }) => id !== targetId)
  const requesterIds = new Set(sources.map(({ requester }) => requester.id))
  const told = requesterIds.size === 1 ? nameOf(sources[0]!) : `the ${requesterIds.size} requesters`
  const words = isTold ? reply.trim() : ''
  const params = { id: target.id }

  const merging = useWrite(
    () =>
      ask<typeof mergeTickets>('POST', '/api/v1/tickets/:id/merged-tickets', {
        params,
        body: {
          tickets: sources.map(({ id, requester }) => ({ id, copyRequester: copied.includes(requester.id) })),
          ...(words && { reply: words }),
        },
      }),
    {
      done: () => `${numbersOf(sources)} merged into ${target.number}`,
      undo: async () => {
        const { problem } = await ask<typeof undoMerges>('DELETE', '/api/v1/tickets/:id/merged-tickets', {
          params,
          query: { ids: sources.map(({ id }) => id).join() },
        })
        return problem ? { problem } : {}
      },
      onAnswer: () => onMerged(target),
    },
  )

  function merge() {
    if (merging.isPending) return
    if (!isTold || words) return merging.write()
    setReplyMissing(true)
    replyRef.current?.focus()
  }

  function keep(id: string) {
    setTargetId(id)
    setCopied([])
  }

  return (
    <MergeFrame onMerge={merge}>
      <DialogBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="-mt-1 text-ink-2">Nothing is rewritten. You can undo this until {target.number} is closed.</p>
          <TicketThatStays {...{ tickets, target, sources }} onChoose={keep} />
          {sources.map((source) => (
            <Differences
              key={source.id}
              title={sources.length === 1 ? 'What differs' : `What differs in ${source.number}`}
              {...{ source, target, fields }}
            />
          ))}
          <Recipients
            {...{ sources, target, copied }}
            onCopied={(id, isCopied) => setCopied(isCopied ? [...copied, id] : copied.filter((one) => one !== id))}
          />
          <JoinedConversation tickets={tickets} />
          {isTold && (
            <div data-asks-before-closing>
              <Field
                label={`Reply to ${told}`}
                help={`It is mailed at once ${
                  sources.length === 1
                    ? `as a reply on ticket ${sources[0]!.number}`
                    : 'to each of them, as a reply on one of their merged tickets'
                }. An undo does not unsend it.`}
                error={isReplyMissing && !words && 'Write the reply, or clear the checkbox below'}
              >
                <Textarea
                  ref={replyRef}
                  rows={3}
                  maxLength={4000}
                  autoFocus
                  value={reply}
                  onChange={({ target: { value } }) => setReply(value)}
                />
              </Field>
            </div>
          )}
          {merging.problem && (
            <p role="alert" className="text-red-ink">
              {merging.problem.detail}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        note={
          <Checkbox
            label={`Tell ${told} with a short reply`}
            checked={isTold}
            onChange={({ target: { checked } }) => {
              setTold(checked)
              setReplyMissing(false)
            }}
          />
        }
        onCancel={onClose}
      >
        <Button size="md" variant="primary" keys="mod+enter" busy={merging.isPending} onClick={merge}>
          Merge into {target.number}
        </Button>
      </DialogFooter>
    </MergeFrame>
  )
}

const numbersOf = (sources: Ticket[]) =>
  sources.length === 1 ? `Ticket ${sources[0]!.number}` : plural(sources.length, 'ticket')

type ChoiceProps = { tickets: Ticket[]; target: Ticket; sources: Ticket[]; onChoose: (id: string) => void }

function TicketThatStays({ tickets, target, sources, onChoose }: ChoiceProps) {
  const [source] = sources
  if (sources.length === 1)
    return (
      <MergeSides
        source={<TicketCard ticket={source!} label="Ticket that is closed" />}
        target={<TicketCard ticket={target} label="Ticket that stays" isKept />}
        onSwap={() => onChoose(source!.id)}
      />
    )
  return (
    <RadioGroup
      label="Ticket that stays"
      name="target"
      value={target.id}
      onChange={onChoose}
      options={tickets.map((ticket) => ({
        value: ticket.id,
        label: <span className="line-clamp-2 wrap-anywhere">{`${ticket.number} ${ticket.subject}`}</span>,
        description: `${nameOf(ticket)} · ${ticket.statusLabel}`,
      }))}
    />
  )
}

const TicketCard = ({ ticket, label, isKept }: { ticket: Ticket; label: string; isKept?: boolean }) => (
  <MergeCard label={label} isKept={isKept}>
    <p className="flex items-center justify-between gap-2">
      <span className="text-ink-3 tabular-nums">{ticket.number}</span>
      <StatusPill status={ticket.status} label={ticket.statusLabel} color={ticket.statusColor} />
    </p>
    <p className="mt-1.5 line-clamp-2 font-semibold wrap-anywhere">{ticket.subject}</p>
    <p className="mt-1.5 flex min-w-0 items-center gap-1.5 text-ink-2">
      <Avatar name={nameOf(ticket)} size={20} hideName />
      <span className="truncate">{nameOf(ticket)}</span>
      <span className="shrink-0 text-ink-3">
        · <Time at={ticket.createdAt} style="moment" />
      </span>
    </p>
    {'snippet' in ticket && <p className="mt-1.5 line-clamp-2 text-ink-3">{String(ticket.snippet)}</p>}
  </MergeCard>
)
