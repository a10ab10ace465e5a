import { useState } from 'react'
import type { listTicketFields, TicketField } from '#contract/fields/custom-fields.ts'
import type { mergeTickets, undoMerges } from '#contract/tickets/merging.ts'
import type { showTicket } from '#contract/tickets/tickets.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { plural } from '#web/lib/words/format.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { MergeFrame } from '#web/service/merging/merge-frame.tsx'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Button } from '#web/ui/button/button.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/overlay/dialog.tsx'
import { Differences, nameOf, Recipients } from './merge-preview.tsx'

type Props = { ids: string[]; onClose: () => void; onMerged: () => void }

/** Merges several tickets into one of them, which can be chosen. */
export function MergeSeveralDialog({ ids, onClose, onMerged }: Props) {
  const { answer, problem } = useAnswer(ids.join(), (signal) => readTickets(ids, signal))
  return (
    <Dialog open onClose={onClose} title={`Merge ${ids.length} tickets`} size="wide">
      {answer ? (
        <SeveralPreview {...answer} onClose={onClose} onMerged={onMerged} />
      ) : (
        <DialogBody>
          {problem ? <Banner tone="danger">{problem}</Banner> : <p className="min-h-40">Loading</p>}
        </DialogBody>
      )}
    </Dialog>
  )
}

async function readTickets(ids: string[], signal: AbortSignal) {
  const fields = await ask<typeof listTicketFields>('GET', '/api/v1/ticket-fields', { query: {}, signal })
  if (!fields.answer) return { problem: fields.problem }
  const tickets: Ticket[] = []
  for (const id of ids) {
    const { answer, problem } = await ask<typeof showTicket>('GET', '/api/v1/tickets/:id', { params: { id }, signal })
    if (!answer) return { problem }
    tickets.push(answer)
  }
  return { answer: { tickets, fields: fields.answer.items } }
}

type PreviewProps = Omit<Props, 'ids'> & { tickets: Ticket[]; fields: TicketField[] }

function SeveralPreview({ tickets, fields, onClose, onMerged }: PreviewProps) {
  const [targetId, setTargetId] = useState(() => tickets.toSorted((one, other) => one.number - other.number)[0]!.id)
  const [copied, setCopied] = useState<string[]>([])
  const target = tickets.find(({ id }) => id === targetId)!
  const sources = tickets.filter((ticket) => ticket !== target)
  const params = { id: target.id }
  const merging = useWrite(
    () =>
      ask<typeof mergeTickets>('POST', '/api/v1/tickets/:id/merged-tickets', {
        params,
        body: { tickets: sources.map(({ id, requester }) => ({ id, copyRequester: copied.includes(requester.id) })) },
      }),
    {
      done: () => `${plural(sources.length, 'ticket')} merged into ${target.number}`,
      undo: async () => {
        const { problem } = await ask<typeof undoMerges>('DELETE', '/api/v1/tickets/:id/merged-tickets', {
          params,
          query: { ids: sources.map(({ id }) => id).join() },
        })
        return problem ? { problem } : {}
      },
      onAnswer: () => {
        onMerged()
        onClose()
      },
    },
  )
  const merge = () => !merging.isPending && merging.write()
  return (
    <MergeFrame onMerge={merge}>
      <DialogBody>
        <p className="-mt-1 text-ink-2">Nothing is rewritten. You can undo this until {target.number} is closed.</p>
        <RadioGroup
          label="Ticket that stays"
          name="target"
          value={targetId}
          onChange={(id) => {
            setTargetId(id)
            setCopied([])
          }}
          options={tickets.map((ticket) => ({
            value: ticket.id,
            label: `${ticket.number} ${ticket.subject}`,
            description: `${nameOf(ticket)} · ${ticket.statusLabel}`,
          }))}
        />
        {sources.map((source) => (
          <Differences
            key={source.id}
            title={`What differs in ${source.number}`}
            source={source}
            target={target}
            fields={fields}
          />
        ))}
        <Recipients
          sources={sources}
          target={target}
          copied={copied}
          onCopied={(id, isCopied) =>
            setCopied((before) => (isCopied ? [...before, id] : before.filter((one) => one !== id)))
          }
        />
        {merging.problem && (
          <p role="alert" className="text-red-ink">
            {merging.problem.detail}
          </p>
        )}
      </DialogBody>
      <DialogFooter onCancel={onClose}>
        <Button size="md" variant="primary" keys="mod+enter" busy={merging.isPending} onClick={merge}>
          Merge into {target.number}
        </Button>
      </DialogFooter>
    </MergeFrame>
  )
}
