import { redirect } from 'react-router'
import { listCustomerFields, listTicketFields } from '#contract/fields/custom-fields.ts'
import { showLanguages } from '#contract/knowledge-base/categories.ts'
import type { PageApi } from '#contract/pages.ts'
import { listFollowers } from '#contract/tickets/followers.ts'
import { listIncidents, listTicketLinks } from '#contract/tickets/links.ts'
import { listMergedTickets } from '#contract/tickets/merging.ts'
import { listMessages, showDraft } from '#contract/tickets/messages.ts'
import { listSuggestedCopies } from '#contract/tickets/people.ts'
import { listToldCustomers } from '#contract/tickets/problems.ts'
import { listSideConversations } from '#contract/tickets/side-conversations.ts'
import { listStatuses } from '#contract/tickets/statuses.ts'
import { listTeams } from '#contract/tickets/teams.ts'
import { findTicketByNumber, listTicketEvents, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { showCustomer } from '#contract/workspace/customers.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { signatureLines } from '#contract/workspace/signature-lines.ts'
import { listMembers, showProfile } from '#contract/workspace/team.ts'
import { api } from '#web/lib/api.ts'
import { loadLastBatch } from '#web/lib/batch/load-last-batch.ts'
import { messagesAtOnce } from '#web/lib/conversation/conversation-pages.ts'
import type { LiveChange } from '#web/lib/live/live.ts'
import { isLiveReading, readParts, type Touches, touchedBy } from '#web/lib/live/parts.ts'
import { useLivePage } from '#web/lib/live/use-live-page.ts'
import { requireService } from '#web/service/require-service.ts'
import { isLoadAhead, popPreloaded, storePreloaded } from '#web/service/tickets/ticket/loaded-ahead.ts'
import { ticketMember, ticketRow, ticketStatus, ticketTeam } from '#web/service/tickets/ticket/loader-fields.ts'
import { ticketHref } from '#web/service/tickets/ticket/ticket-href.ts'
import type { TicketPageData } from '#web/service/tickets/ticket/ticket-page-data.ts'
import type { Route } from './+types/ticket.ts'
import { TicketPage } from './ticket-page.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData?.ticket
      ? `${loaderData.ticket.number} ${loaderData.ticket.subject} · Startup Tools`
      : 'Ticket · Startup Tools',
  },
]

export async function loader({ context, request, params: { ticketGuidId: id } }: Route.LoaderArgs) {
  await leadFromNumber(context.get(api), id)
  const parts = await readParts(request, {
    viewer: () => requireService(context),
    isAhead: () => false,
    ...ticketParts(context.get(api), id),
  })
  // A ticket that is loaded ahead is not opened yet, so the list stays.
  if (parts.ticket?.mergedInto && !isLoadAhead(request)) throw redirect(ticketHref(parts.ticket.mergedInto.id))
  return parts
}

async function leadFromNumber({ call }: PageApi, text: string) {
  if (!/^\d{1,9}$/.test(text)) return
  const { id } = await call(findTicketByNumber, { params: { number: text } })
  throw redirect(ticketHref(id))
}

export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  const { ticketGuidId: id } = params
  if (isLiveReading(request)) return serverLoader()
  if (isLoadAhead(request)) return loadAhead(id, serverLoader)
  const kept = popPreloaded(id)
  return kept ? { ...kept, isAhead: true } : serverLoader()
}

/** Loads a ticket before it is opened. Ignores errors, because opening the ticket reports them. */
async function loadAhead(id: string, serverLoader: Route.ClientLoaderArgs['serverLoader']) {
  const page = await serverLoader().catch(() => null)
  if (page && !page.ticket.mergedInto) storePreloaded(id, page)
  return page!
}

export default function Ticket({ loaderData }: Route.ComponentProps) {
  const page = useLivePage(loaderData, (change) => touchedParts(loaderData, change))
  return <TicketPage key={page.ticket.id} {...page} />
}

const recentMost = 5
const incidentsShown = 8
const mostPages = 20

function ticketParts({ call }: PageApi, id: string) {
  const params = { id }
  const readTicket = () => call(showTicket, { params })
  const ofProblem = async <T,>(read: () => Promise<T>) => ((await readTicket()).type === 'problem' ? read() : null)
  return {
    ticket: readTicket,
    messages: () => call(listMessages, { params, query: { limit: messagesAtOnce } }),
    events: () => readAll((cursor) => call(listTicketEvents, { params, query: { cursor } })),
    links: async () => (await call(listTicketLinks, { params })).items,
    incidents: () => ofProblem(() => call(listIncidents, { params, query: { limit: incidentsShown } })),
    told: () => ofProblem(() => call(listToldCustomers, { params, query: { limit: 1 } })),
    batch: () => ofProblem(() => loadReplies({ call }, id)),
    followers: async () => (await call(listFollowers, { params })).items,
    sideConversations: async () => (await call(listSideConversations, { params })).items,
    merged: async () => (await call(listMergedTickets, { params })).items,
    suggested: async () => (await call(listSuggestedCopies, { params })).items,
    draft: async () => (await call(showDraft, { params })).draft,
    members: async () => (await call(listMembers, { query: {} })).items.map(ticketMember),
    statuses: async () => (await call(listStatuses, {})).items.map(ticketStatus),
    teams: async () => (await call(listTeams, {})).items.map(ticketTeam),
    replyStatus: async () => (await call(showWorkspace, {})).replyStatus,
    signature: async () => {
      const { name, surname, signature } = await call(showProfile, {})
      const member = { agentName: `${name} ${surname}`.trim(), signature }
      return signatureLines({ member, workspace: await call(showWorkspace, {}) })
    },
    customer: async () => call(showCustomer, { params: { id: (await readTicket()).requester.id } }),
    fields: async () => (await call(listTicketFields, { query: {} })).items,
    customerFields: async () => (await call(listCustomerFields, { query: {} })).items,
    languages: async () => (await call(showLanguages, {})).items,
    recent: async () => loadRecent({ call }, await readTicket()),
    now: () => Date.now(),
  }
}

async function loadReplies({ call }: Pick<PageApi, 'call'>, id: string) {
  const batch = await loadLastBatch(call, 'incident-replies')
  const { problem } = (batch?.input ?? {}) as { problem?: { id: string } }
  return problem?.id === id ? batch : null
}

async function loadRecent(
  { call }: Pick<PageApi, 'call'>,
  { id, requester }: { id: string; requester: { id: string } },
) {
  const query = { requester: requester.id, limit: recentMost + 1, order: 'updated' } as const
  const { items } = await call(listTickets, { query })
  const others = items.filter((other) => other.id !== id)
  return others.slice(0, recentMost).map(ticketRow)
}

async function readAll<T>(readPage: (cursor?: string) => Promise<{ items: T[]; next: string | null }>) {
  const all: T[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next } = await readPage(cursor)
    all.push(...items)
    if (!next) return all
    cursor = next
  }
  return all
}

type Part = Extract<
  keyof TicketPageData,
  | (
      | 'ticket'
      | 'messages'
      | 'events'
      | 'merged'
      | 'links'
      | 'incidents'
      | 'told'
      | 'batch'
      | 'followers'
      | 'draft'
      | 'customer'
      | 'recent'
      | 'sideConversations'
    )
  | ('suggested' | 'fields' | 'customerFields' | 'statuses' | 'teams')
>

const said: Part[] = ['ticket', 'messages', 'events', 'draft']
const everything: Part[] = [...said, 'customer', 'recent']

// The parts of the page to reload after each event. No ticket event changes the members or the settings.
const touches: Touches<Part> = {
  'subject.changed': 'page',
  'requester.changed': 'page',
  'cc.*': ['ticket', 'events', 'suggested'],
  'type.changed': ['ticket', 'events', 'incidents', 'told'],
  'incidents.answered': ['events', 'batch'],
  'draft.changed': ['draft'],
  '*.changed': ['ticket', 'events'],
  'snooze.*': ['ticket', 'events'],
  'spam.*': everything,
  'trash.*': everything,
  'ticket.seen': [],
  'mail.delivery': ['messages', 'sideConversations'],
  'mail.bounced': ['ticket', 'messages', 'events', 'sideConversations'],
  'mail.*': ['messages', 'events', 'sideConversations'],
  'side-message.added': ['sideConversations'],
  'side-message.*': ['sideConversations', 'events'],
  'side-conversation.*': ['sideConversations', 'events'],
  'message.split': everything,
  'split.*': everything,
  'link.*': ['links', 'incidents', 'events'],
  'follower.*': ['followers', 'events'],
  'merge.*': 'page',
  'merged-ticket.written': said,
  'merged-ticket.*': [...everything, 'merged', 'followers', 'sideConversations'],
  'follow-up.created': ['ticket', 'events', 'customer', 'recent'],
  otherwise: said,
}

function touchedParts(
  { ticket, recent, merged, links, incidents, customer }: Pick<TicketPageData, Part>,
  { type, subject }: LiveChange,
) {
  if (incidents && type === 'batch.changed') return ['batch', 'told', 'incidents'] satisfies Part[]
  if (subject?.id === customer.id) return type.includes('merge') ? 'page' : (['customer'] satisfies Part[])
  if (type === 'ticket-fields.changed') return ['fields', 'ticket'] satisfies Part[]
  if (type === 'customer-fields.changed') return ['customerFields', 'customer'] satisfies Part[]
  if (type === 'statuses.changed') return ['statuses', 'ticket', 'recent'] satisfies Part[]
  if (type === 'teams.changed') return ['teams', 'ticket'] satisfies Part[]
  if (subject?.id === ticket.id) return touchedBy(touches, type)
  if (merged.some(({ id }) => id === subject?.id)) return ['messages'] satisfies Part[]
  const rows = [
    recent.some(({ id }) => id === subject?.id) && 'recent',
    links.some((link) => link.ticket.id === subject?.id) && 'links',
    incidents?.items.some((incident) => incident.ticket.id === subject?.id) && 'incidents',
    incidents?.items.some((incident) => incident.ticket.id === subject?.id) && 'told',
  ] as const
  return touchesRow(type) ? rows.filter((row) => row !== false && row !== undefined) : []
}

const touchesRow = (type: string) => !type.startsWith('mail.') && type !== 'ticket.seen'
