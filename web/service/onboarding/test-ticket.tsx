import { useState } from 'react'
import type { sendTestTicket } from '#contract/overview/onboarding.ts'
import { ask } from '#web/lib/write/ask.ts'
import { useWrite } from '#web/lib/write/use-write.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import { Button } from '#web/ui/button/button.tsx'

export function TestTicket({ isSent }: { isSent: boolean }) {
  const [ticketId, setTicketId] = useState<string>()
  const { write, isPending, problem } = useWrite(
    () => ask<typeof sendTestTicket>('POST', '/api/v1/service-onboarding/test-ticket', { waits: true }),
    { onAnswer: ({ id }) => setTicketId(id) },
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button busy={isPending} onClick={() => write()}>
        {isSent ? 'Send another' : 'Send a test ticket'}
      </Button>
      {ticketId && <Button href={ticketHref(ticketId)}>Open ticket</Button>}
      <span role="alert" className="text-meta text-red-ink">
        {problem?.detail}
      </span>
    </div>
  )
}
