import { data, redirect } from 'react-router'
import { listMessages, writeMessage } from '#contract/messages.ts'
import type { PageApi } from '#contract/pages.ts'
import { reopenTicket, showTicket, solveTicket } from '#contract/tickets.ts'
import { api } from '#web/lib/api.ts'
import { Time } from '#web/lib/time.tsx'
import { useLiveReload } from '#web/lib/use-live-reload.ts'
import { PublicPage } from '#web/ui/page/public-page.tsx'
import type { Route } from './+types/ticket.ts'
import { Conversation } from './conversation.tsx'
import { followUpPath, isOfFollowUp } from './follow-up.ts'
import { pageTitle } from './page-title.ts'
import { portalHtml } from './portal-html.ts'
import { ReplyBox } from './reply-box.tsx'
import { RequestNotice } from './request-notice.tsx'
import { RequestStatus } from './request-status.tsx'
import { TicketDetails } from './ticket-details.tsx'
import { typedText } from './typed-text.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageTitle(loaderData?.ticket.subject ?? 'Request', matches)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { call, attempt } = context.get(api)
  const found = await attempt(showTicket, { params: { id: params.ticketGuidId } })
  // A customer reads the same sentence whether the id is wrong or somebody else's.
  if (found.problem) throw data({ detail: 'This request does not exist, or it belongs to another person.' }, 404)
  const messages = await listAllMessages(call, params.ticketGuidId)
  return { ticket: found.answer, messages, isJustSent: new URL(request.url).searchParams.has('sent') }
}

async function listAllMessages(call: PageApi['call'], id: string) {
  const messages = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await call(listMessages, { params: { id }, query: { limit: 100, cursor } })
    messages.push(...page.items)
    cursor = page.next
  }
  return messages.map((message) => ({ ...message, bodyHtml: portalHtml(message.bodyHtml) }))
}

/** A reply, or the word that it is solved or not; both at once where somebody wrote before they pressed Solved. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { attempt } = context.get(api)
  const path = { params: { id: params.ticketGuidId } }
  const form = await request.formData()
  const intent = form.get('intent')
  const attachments = form.getAll('attachments').map(String)
  const text = typedText(form)

  if (intent === 'reopen') return problemOf(await attempt(reopenTicket, path))
  if (intent === 'reply' || text.trim() || attachments.length > 0) {
    const { answer, problem } = await attempt(writeMessage, { ...path, body: { text, attachments } })
    if (problem) return { problem: problem.detail }
    if (isOfFollowUp(answer)) throw redirect(await followUpPath(context.get(api), params.ticketGuidId))
  }
  return intent === 'solve' ? problemOf(await attempt(solveTicket, path)) : { problem: null }
}

const problemOf = ({ problem }: { problem?: { detail: string } }) => ({ problem: problem?.detail ?? null })

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
      <Conversation messages={messages} />
      <RequestNotice ticket={ticket} isJustSent={isJustSent && messages.length === 1} />
      {ticket.status !== 'closed' && <ReplyBox key={ticket.id} isSolved={ticket.status === 'solved'} />}
    </PublicPage>
  )
}
