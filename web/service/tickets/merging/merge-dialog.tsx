import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { TicketField } from '#contract/fields/custom-fields.ts'
import type { mergeTicket, undoMerge } from '#contract/tickets/merging.ts'
import { Time } from '#web/lib/time/time.tsx'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { MergeCard, MergeFrame, MergeSides } from '#web/service/merging/merge-frame.tsx'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { StatusPill } from '#web/ui/mark/status-pill.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { JoinedConversation } from './joined-conversation.tsx'
import { Differences, nameOf, Recipients } from './merge-preview.tsx'
import { TicketChooser } from './ticket-chooser.tsx'

type Props = { ticket: Ticket; fields: TicketField[]; onClose: () => void }

/** Chooses another ticket, shows what a merge of both would be, and merges them. */
export function MergeDialog({ ticket, fields, onClose }: Props) {
  const [other, setOther] = useState<Ticket>()
  return (
    <Dialog open onClose={onClose} title="Merge into another ticket" size={other ? 'wide' : 'md'}>
      {other ? (
        <MergePreview {...{ ticket, other, fields, onClose }} />
      ) : (
        <DialogBody>
          <TicketChooser
            label="The other ticket"
            ticket={ticket}
            isPossible={({ status, isTrashed }) => status !== 'closed' && !isTrashed}
            onChoose={setOther}
          />
        </DialogBody>
      )}
    </Dialog>
  )
}

function MergePreview({ ticket, other, fields, onClose }: Props & { other: Ticket }) {
  const [isSwapped, setSwapped] = useState(false)
  const [isCopied, setCopied] = useState(false)
  const [isTold, setTold] = useState(false)
  const [reply, setReply] = useState('')
  const navigate = useNavigate()
  const [source, target] = isSwapped ? [other, ticket] : [ticket, other]
  const isOfOther = source.requester.id !== target.requester.id
  const words = isTold ? reply.trim() : ''

  const merging = useWrite(
    () =>
      ask<typeof mergeTicket>('PUT', '/api/v1/tickets/:id/merge', {
        params: { id: source.id },
        body: { into: target.id, ...(isOfOther && { copyRequester: isCopied }), ...(words && { reply: words }) },
      }),
    {
      done: () => `Ticket ${source.number} merged into ${target.number}`,
      undo: async () => {
        const { problem } = await ask<typeof undoMerge>('DELETE', '/api/v1/tickets/:id/merge', {
          params: { id: source.id },
        })
        return problem ? { problem } : {}
      },
      onAnswer: () => {
        onClose()
        if (target.id !== ticket.id) navigate(ticketHref(target.id))
      },
    },
  )

  function merge() {
    if (!merging.isPending && !(isTold && !words)) merging.write()
  }

  return (
    <MergeFrame onMerge={merge}>
      <DialogBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="-mt-1 text-ink-2">Nothing is rewritten. You can undo this until {target.number} is closed.</p>
          <MergeSides
            source={<TicketCard ticket={source} label="Ticket that is closed" />}
            target={<TicketCard ticket={target} label="Ticket that stays" isKept />}
            onSwap={() => {
              setSwapped(!isSwapped)
              setCopied(false)
            }}
          />
          <Differences {...{ source, target, fields }} />
          <Recipients
            sources={[source]}
            target={target}
            copied={isCopied ? [source.requester.id] : []}
            onCopied={(_, isNowCopied) => setCopied(isNowCopied)}
          />
          <JoinedConversation source={source} target={target} />
          {isTold && (
            <Field
              label={`Reply to ${nameOf(source)}`}
              help={`It is mailed at once as a reply on ticket ${source.number}. An undo does not unsend it.`}
            >
              <Textarea
                rows={3}
                maxLength={4000}
                autoFocus
                value={reply}
                onChange={({ target: { value } }) => setReply(value)}
              />
            </Field>
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
            label={`Tell ${nameOf(source)} with a short reply`}
            checked={isTold}
            onChange={({ target: { checked } }) => setTold(checked)}
          />
        }
        onCancel={onClose}
      >
        <Button
          size="md"
          variant="primary"
          keys="mod+enter"
          busy={merging.isPending}
          disabled={isTold && !words}
          onClick={merge}
        >
          Merge into {target.number}
        </Button>
      </DialogFooter>
    </MergeFrame>
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
