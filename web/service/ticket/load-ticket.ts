import { data } from 'react-router'
import { showCustomer } from '#contract/customers.ts'
import { idParams } from '#contract/endpoint.ts'
import { listMessages, showDraft } from '#contract/messages.ts'
import type { PageApi } from '#contract/pages.ts'
import { listMembers } from '#contract/team.ts'
import { listTicketEvents, listTickets, showTicket } from '#contract/tickets.ts'
import { showWorkspace } from '#contract/workspaces.ts'
import { ticketMember, ticketRow } from '#web/service/tickets/sent.ts'

const recentMost = 5
const mostPages = 20

/** All that the page of one ticket shows. */
export async function loadTicket({ call }: PageApi, id: string) {
  const params = { id }
  if (!idParams.safeParse(params).success) throw data(null, 404)
  const ticket = call(showTicket, { params })
  const [messages, events, { draft }, members, workspace, customer] = await Promise.all([
    readAll((cursor) => call(listMessages, { params, query: { cursor } })),
    readAll((cursor) => call(listTicketEvents, { params, query: { cursor } })),
    call(showDraft, { params }),
    call(listMembers, { query: {} }),
    call(showWorkspace, {}),
    ticket.then(({ requester }) => loadCustomer({ call }, requester.id, id)),
  ])
  const { replyStatus } = workspace
  return {
    ticket: await ticket,
    messages,
    events,
    draft,
    members: members.items.map(ticketMember),
    replyStatus,
    ...customer,
    now: Date.now(),
  }
}

async function loadCustomer({ call }: Pick<PageApi, 'call'>, requester: string, ticketId: string) {
  const [customer, recent] = await Promise.all([
    call(showCustomer, { params: { id: requester } }),
    call(listTickets, { query: { requester, limit: recentMost + 1, order: 'updated' } }),
  ])
  return {
    customer,
    recent: recent.items
      .filter(({ id }) => id !== ticketId)
      .slice(0, recentMost)
      .map(ticketRow),
  }
}

/** A conversation is read as a whole, page by page. */
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
