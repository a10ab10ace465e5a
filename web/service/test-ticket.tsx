import { useFetcher } from 'react-router'
import { Button } from '#web/ui/button/button.tsx'

export function TestTicket({ isSent }: { isSent: boolean }) {
  const fetcher = useFetcher<{ testTicketId: string | null; problem: string | null }>()
  const ticketId = fetcher.data?.testTicketId
  return (
    <fetcher.Form method="post" className="flex flex-wrap items-center gap-2">
      <Button type="submit" name="intent" value="test-ticket" busy={fetcher.state !== 'idle'}>
        {isSent ? 'Send another one' : 'Send a test ticket'}
      </Button>
      {ticketId && <Button href={`/service/tickets/${ticketId}`}>Open it</Button>}
      <span role="alert" className="text-meta text-red-ink">
        {fetcher.data?.problem}
      </span>
    </fetcher.Form>
  )
}
