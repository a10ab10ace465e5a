import type { listTicketFields } from '#contract/fields/custom-fields.ts'
import type { showTicket } from '#contract/tickets/tickets.ts'
import { useAnswer } from '#web/lib/network/use-answer.ts'
import { ask } from '#web/lib/write/ask.ts'
import type { Ticket } from '#web/service/tickets/ticket/types.ts'
import { Banner } from '#web/ui/notice/banner.tsx'
import { Dialog, DialogBody } from '#web/ui/overlay/dialog.tsx'
import { MergePreview } from './merge-preview.tsx'

type Props = { ids: string[]; onClose: () => void; onMerged: () => void }

/** Merges several tickets into one of them, which can be chosen. */
export function MergeSeveralDialog({ ids, onClose, onMerged }: Props) {
  const { answer, problem } = useAnswer(ids.join(), (signal) => readTickets(ids, signal))
  function onEnd() {
    onMerged()
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={`Merge ${ids.length} tickets`} size="wide">
      {answer ? (
        <MergePreview {...answer} onClose={onClose} onMerged={onEnd} />
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
  const firstTarget = tickets.toSorted((one, other) => one.number - other.number)[0]!
  return { answer: { tickets, firstTarget, fields: fields.answer.items } }
}
