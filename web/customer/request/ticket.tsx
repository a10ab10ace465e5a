import { Send } from 'lucide-react'
import { data, redirect } from 'react-router'
import { listTicketFields } from '#contract/fields/custom-fields.ts'
import { listMessages, showMessage } from '#contract/tickets/messages.ts'
import { shownAddress } from '#contract/tickets/shown-address.ts'
import { showTicket } from '#contract/tickets/tickets.ts'
import { usePosted } from '#web/customer/forms/use-posted.ts'
import { pageTitle } from '#web/customer/page-title.ts'
import { RequestStatus } from '#web/customer/request-list.tsx'
import { useCustomer } from '#web/customer/use-customer.ts'
import { api } from '#web/lib/api.ts'
import { filesProblem } from '#web/lib/context.ts'
import { messagesAtOnce } from '#web/lib/conversation/conversation-pages.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { Time } from '#web/lib/time/time.tsx'
import { isByScript } from '#web/lib/write/once.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Banner } from '#web/ui/notice/banner.tsx'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import { TextLink } from '#web/ui/text/text-link.tsx'
import type { Route } from './+types/ticket.ts'
import { Conversation } from './conversation.tsx'
import { ReplyBox } from './reply-box.tsx'
import { type FormResult, takeForm } from './take-form.ts'
import { type Request, TicketDetails } from './ticket-details.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.ticket.subject ?? 'Request', matches)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const found = await attempt(showTicket, { params: { id: params.ticketGuidId } })
  // The response is the same for a wrong id and for a request of somebody else.
  if (found.problem) throw data({ detail: 'This request does not exist, or it belongs to another person.' }, 404)
  if (found.answer.mergedInto) throw redirect(`/customer/tickets/${found.answer.mergedInto.id}`)
  const { before, whole, isJustSent } = readAsked(request.url)
  const query = { before, limit: messagesAtOnce }
  const { items: fields } = await call(listTicketFields, { query: {} })
  const messages = await call(listMessages, { params: { id: params.ticketGuidId }, query })
  const opened = whole && (await attempt(showMessage, { params: { id: params.ticketGuidId, messageId: whole } })).answer
  const items = messages.items.map((message) => (opened && message.id === whole ? opened : message))
  return { ticket: found.answer, fields, messages: { ...messages, items }, before, isJustSent }
}

/** Without scripts, `?before=` shows earlier messages and `?whole=` shows a long message in full. */
function readAsked(url: string) {
  const { searchParams } = new URL(url)
  const before = searchParams.get('before') ?? ''
  const isJustSent = searchParams.has('sent')
  return {
    before: /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined,
    whole: searchParams.get('whole'),
    isJustSent,
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await request.formData()
  const taken = await takeForm(context.get(api), params.ticketGuidId, form, context.get(filesProblem))
  // After a post without scripts, the answer is a redirect. Otherwise a reload of the page would post the form again.
  if (!taken.problem && !isByScript(form)) throw redirect(`/customer/tickets/${params.ticketGuidId}${placeOf(taken)}`)
  return taken
}

const placeOf = ({ intent }: FormResult) => (intent.endsWith('-copy') ? '#copies' : '#reply')

export default function Ticket({ loaderData: { ticket, fields, messages, before, isJustSent } }: Route.ComponentProps) {
  useLiveReload(({ subject }) => subject?.id === ticket.id)
  const isOwn = useCustomer().viewer.id === ticket.requester.id
  return (
    <PublicPage
      title={ticket.subject}
      back={{ href: '/customer/tickets', label: 'My requests' }}
      description={
        <span className="flex flex-wrap items-center gap-2 text-base text-ink-3">
          <RequestStatus status={ticket.status} statusLabel={ticket.statusLabel} />
          <span className="tabular-nums">
            {ticket.number}, opened <Time at={ticket.createdAt} style="moment" />
          </span>
        </span>
      }
      aside={<TicketDetails ticket={ticket} fields={fields} isOwn={isOwn} />}
    >
      <Conversation key={ticket.id} ticketId={ticket.id} latest={messages} />
      {before !== undefined && (
        <p className="border-t border-line py-3 text-center">
          <TextLink href={`/customer/tickets/${ticket.id}`}>Latest messages</TextLink>
        </p>
      )}
      {isOwn ? (
        <RequestNotice ticket={ticket} isJustSent={isJustSent && messages.items.length === 1} />
      ) : (
        <p className="border-t border-line py-4 text-ink-2">
          {ticket.requester.name || shownAddress(ticket.requester.email)} sent this request. You can read it, because
          your company shares its requests. Only the sender can reply.
        </p>
      )}
      {isOwn && ticket.status !== 'closed' && (
        <ReplyBox key={ticket.id} id={ticket.id} isSolved={ticket.status === 'solved'} />
      )}
    </PublicPage>
  )
}

function RequestNotice({ ticket, isJustSent }: { ticket: Request; isJustSent: boolean }) {
  if (ticket.status === 'closed') return <ClosedNotice id={ticket.id} />
  if (ticket.status === 'solved') return <SolvedNotice />
  if (!isJustSent) return null
  return (
    <Banner tone="info" icon={Send} title="Your request is with our team." className="mt-1">
      We reply here and by e-mail to {shownAddress(ticket.requester.email)}.
    </Banner>
  )
}

function SolvedNotice() {
  const { fetcher, sending, answer, form: posting } = usePosted(['reopen'])
  return (
    <fetcher.Form
      {...posting}
      noValidate
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4"
    >
      <p className="text-body text-ink-2">
        This request is solved. If you still need help, reopen it or write a reply.
      </p>
      <Button type="submit" name="intent" value="reopen" size="md" className="ml-auto" busy={sending !== null}>
        Reopen request
      </Button>
      <p role="alert" className="basis-full text-meta text-red-ink empty:hidden">
        {answer?.problem}
      </p>
    </fetcher.Form>
  )
}

const ClosedNotice = ({ id }: { id: string }) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-4">
    <p className="text-body text-ink-2">This request is closed. You cannot reply to it any more.</p>
    <Button size="md" className="ml-auto" href={`/customer/tickets/create?about=${id}`}>
      Create a follow-up
    </Button>
  </div>
)
