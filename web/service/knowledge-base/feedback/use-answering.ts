import { useNavigate } from 'react-router'
import type { openFeedbackTicket, WaitingFeedback } from '#contract/knowledge-base/feedback.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'

export type Answering = ReturnType<typeof useAnswering>

export function useAnswering(canWrite: boolean) {
  const navigate = useNavigate()
  const opening = useWrite(
    ({ id }: WaitingFeedback) =>
      ask<typeof openFeedbackTicket>('PUT', '/api/v1/knowledge-base/feedback/:id/ticket', { params: { id } }),
    { keepsPage: true, tellsProblem: true, onAnswer: ({ id }) => navigate(ticketHref(id)) },
  )
  return {
    answer(said: WaitingFeedback) {
      if (said.ticket) navigate(ticketHref(said.ticket.id))
      else if (said.isAnswerable && canWrite) opening.write(said)
    },
    isUnderWay: (id: string) => opening.underWay.some((said) => said.id === id),
  }
}
