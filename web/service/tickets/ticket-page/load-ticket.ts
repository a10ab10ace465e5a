import { showLanguages } from '#contract/knowledge-base/categories.ts'
import type { PageApi } from '#contract/pages.ts'
import { listSuggestedCopies } from '#contract/tickets/copy-suggestions.ts'
import { listMessages, showDraft } from '#contract/tickets/messages.ts'
import { listTicketEvents, listTickets, showTicket } from '#contract/tickets/tickets.ts'
import { showCustomer } from '#contract/workspace/customers.ts'
import { showWorkspace } from '#contract/workspace/settings.ts'
import { listMembers } from '#contract/workspace/team.ts'
import { messagesAtOnce } from '#web/lib/conversation/conversation-pages.ts'
import { ticketMember, ticketRow } from '#web/service/tickets/ticket/sent.ts'

const recentMost = 5
const mostPages = 20

/** All that the page of one ticket shows, each part by itself. */
export function ticketParts({ call }: PageApi, id: string) {
  const params = { id }
  const readTicket = () => call(showTicket, { params })
  return {
    ticket: readTicket,
    messages: () => call(listMessages, { params, query: { limit: messagesAtOnce } }),
    events: () => readAll((cursor) => call(listTicketEvents, { params, query: { cursor } })),
    suggested: async () => (await call(listSuggestedCopies, { params })).items,
    draft: async () => (await call(showDraft, { params })).draft,
    members: async () => (await call(listMembers, { query: {} })).items.map(ticketMember),
    replyStatus: async () => (await call(showWorkspace, {})).replyStatus,
    customer: async () => call(showCustomer, { params: { id: (await readTicket()).requester.id } }),
    languages: async () => (await call(showLanguages, {})).items,
    recent: async () => loadRecent({ call }, await readTicket()),
    now: () => Date.now(),
  }
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

/** A history is read as a whole, page by page. */
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
