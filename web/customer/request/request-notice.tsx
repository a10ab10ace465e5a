import { Send } from 'lucide-react'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { usePosted } from '#web/customer/forms/use-posted.ts'
import { postOnce } from '#web/lib/write/post-form.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import type { Request } from './ticket-details.tsx'

/** What a customer should know before they write on: it is on its way, solved, or closed. */
export function RequestNotice({ ticket, isJustSent }: { ticket: Request; isJustSent: boolean }) {
  if (ticket.status === 'closed') return <ClosedNotice id={ticket.id} />
  if (ticket.status === 'solved') return <SolvedNotice />
  if (!isJustSent) return null
  return (
    <Banner tone="info" icon={Send} title="Your request is with our team." className="mt-1">
      We answer here and to {shownAddress(ticket.requester.email)}.
    </Banner>
  )
}

function SolvedNotice() {
  const { fetcher, sending, answer } = usePosted(['reopen'])
  return (
    <fetcher.Form
      method="post"
      noValidate
      onSubmit={(event) => postOnce(event, sending !== null, fetcher.submit)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4"
    >
      <p className="text-body text-ink-2">This request is solved. Not solved after all? Say so, or write a reply.</p>
      <Button type="submit" name="intent" value="reopen" size="md" className="ml-auto" busy={sending !== null}>
        It is not solved
      </Button>
      <p role="alert" className="basis-full text-meta text-red-ink empty:hidden">
        {answer?.problem}
      </p>
    </fetcher.Form>
  )
}

const ClosedNotice = ({ id }: { id: string }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4">
    <p className="text-body text-ink-2">This request is closed, so it can no longer be answered.</p>
    <Button size="md" className="ml-auto" href={`/customer/tickets/create?about=${id}`}>
      Write a new request about this
    </Button>
  </div>
)
