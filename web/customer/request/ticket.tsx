import { data, redirect } from 'react-router'
import { listMessages, writeMessage } from '#contract/messages.ts'
import { showTicket, solveTicket } from '#contract/tickets.ts'
import { followUpPath, isOfFollowUp } from '#web/customer/follow-up.ts'
import { pageTitle } from '#web/customer/page-title.ts'
import { RequestStatus } from '#web/customer/request-status.tsx'
import { typedText } from '#web/customer/typed-text.ts'
import { api } from '#web/lib/api.ts'
import { messagesAtOnce } from '#web/lib/conversation/conversation-pages.ts'
import { useLiveReload } from '#web/lib/live/use-live-reload.ts'
import { Time } from '#web/lib/time/time.tsx'
import { onceOf } from '#web/lib/write/once.ts'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import type { Route } from './+types/ticket.ts'
import { Conversation } from './conversation.tsx'
import { ReplyBox } from './reply-box.tsx'
import { RequestNotice } from './request-notice.tsx'
import { TicketDetails } from './ticket-details.tsx'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.ticket.subject ?? 'Request', matches)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const found = await attempt(showTicket, { params: { id: params.ticketGuidId } })
  // A customer reads the same sentence whether the id is wrong or somebody else's.
  if (found.problem) throw data({ detail: 'This request does not exist, or it belongs to another person.' }, 404)
  const query = { limit: messagesAtOnce }
  const messages = await call(listMessages, { params: { id: params.ticketGuidId }, query })
  return { ticket: found.answer, messages, isJustSent: new URL(request.url).searchParams.has('sent') }
}

/** One form with two buttons: a reply, or the word that it is solved; both where somebody wrote before they pressed it. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { attempt } = context.get(api)
  const path = { params: { id: params.ticketGuidId } }
  const form = await request.formData()
  const intent = form.get('intent')
  const attachments = form.getAll('attachments').map(String)
  const text = typedText(form)

  if (intent === 'reply' || text.trim() || attachments.length > 0) {
    const { answer, problem } = await attempt(writeMessage, { ...path, body: { text, attachments } }, onceOf(form))
    if (problem) return { problem: problem.detail }
    if (isOfFollowUp(answer)) throw redirect(await followUpPath(context.get(api), params.ticketGuidId))
  }
  if (intent !== 'solve') return { problem: null }
  const { problem } = await attempt(solveTicket, path)
  return { problem: problem?.detail ?? null }
}

export default function Ticket({ loaderData: { ticket, messages, isJustSent } }: Route.ComponentProps) {
  useLiveReload(({ subject }) => subject?.id === ticket.id)
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
      aside={<TicketDetails ticket={ticket} />}
    >
      <Conversation key={ticket.id} ticketId={ticket.id} latest={messages} />
      <RequestNotice ticket={ticket} isJustSent={isJustSent && messages.items.length === 1} />
      {ticket.status !== 'closed' && <ReplyBox key={ticket.id} id={ticket.id} isSolved={ticket.status === 'solved'} />}
    </PublicPage>
  )
}
