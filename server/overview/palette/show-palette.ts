import type { PaletteGroup } from '#contract/overview/palette.ts'
import { queryRefusals } from '#contract/search/query.ts'
import { listEntries } from '#server/content/entries/list-entries.ts'
import { listArticles } from '#server/knowledge-base/articles/list-articles.ts'
import { isEditor } from '#server/knowledge-base/categories/categories/show-categories.ts'
import { searchUnlogged } from '#server/knowledge-base/search/search-articles.ts'
import type { WorkspaceTx } from '#server/platform/database.ts'
import type { Member } from '#server/platform/http/caller.ts'
import type { Platform } from '#server/platform/http/platform.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listDrafts } from '#server/tickets/conversation/replies/list-drafts.ts'
import { listTickets } from '#server/tickets/ticket/lists/list-tickets.ts'
import { listCompanies } from '#server/workspace/companies/list-companies.ts'
import { listCustomers } from '#server/workspace/customers/list-customers.ts'

type Call = { tx: WorkspaceTx; caller: Member; platform: Platform }
type Item = PaletteGroup['items'][number]

const limit = 5

/**
 * Finds the tickets, drafts, customers, companies, articles and entries that a member can open and that contain every
 * word. Without words, finds the newest drafts.
 */
export async function showPalette(call: Call, q = '') {
  const used = q ? finders : finders.filter(({ kind }) => kind === 'drafts')
  const groups = await Promise.all(used.map(async ({ kind, find }) => ({ kind, items: await find(call, q) })))
  return { groups: groups.filter(({ items }) => items.length > 0) }
}

async function findTickets({ tx, caller }: Call, q: string): Promise<Item[]> {
  const found = await listTickets(tx, caller, { q, view: 'all', limit }).catch((error: unknown) => {
    // Half a query, such as `status:`, is not an error while its user still types it.
    if (error instanceof Refusal && Object.hasOwn(queryRefusals, error.code)) return { items: [] }
    throw error
  })
  return found.items.slice(0, limit).map(({ id, number, subject, statusLabel }) => ({
    id,
    title: subject,
    detail: `#${number} · ${statusLabel}`,
    address: `/service/tickets/${id}`,
  }))
}

async function findDrafts({ tx, caller }: Call, q: string): Promise<Item[]> {
  const drafts = await listDrafts(tx, { memberId: caller.id, q, limit })
  return drafts.map(({ ticketId, number, subject, snippet }) => ({
    id: ticketId,
    title: subject,
    detail: [`#${number}`, ...(snippet ? [snippet] : [])].join(' · '),
    address: `/service/tickets/${ticketId}`,
  }))
}

async function findCustomers({ tx }: Call, q: string): Promise<Item[]> {
  const { items } = await listCustomers(tx, { q, order: 'created', limit })
  return items.slice(0, limit).map(({ id, name, emails }) => {
    const email = emails.find(({ primary }) => primary)?.address ?? ''
    return { id, title: name || email, detail: name ? email : '', address: `/service/customers/${id}` }
  })
}

async function findCompanies({ tx }: Call, q: string): Promise<Item[]> {
  const { items } = await listCompanies(tx, { q, limit })
  return items.map(({ id, name, domains }) => ({
    id,
    title: name,
    detail: domains[0] ?? '',
    address: `/service/companies/${id}`,
  }))
}

/** Admins find drafts and open them in the editor. Other members find published articles in the help centre. */
async function findArticles(call: Call, q: string): Promise<Item[]> {
  const isForEditor = isEditor(call.caller)
  const { items } = isForEditor
    ? await listArticles(call, { q, below: true, order: 'updated', limit })
    : await searchUnlogged(call, { q, limit })
  return items.map(({ id, title, url, category }) => ({
    id,
    title,
    detail: category?.name ?? '',
    address: isForEditor ? `/service/knowledgebase/admin/articles/edit/${id}` : url,
  }))
}

async function findEntries(call: Call, q: string): Promise<Item[]> {
  const { items } = await listEntries(call, { q, order: 'updated', limit })
  return items.map(({ id, title, model }) => ({
    id,
    title: title || 'Untitled',
    detail: model.name,
    address: `/cms/content/edit/${id}`,
  }))
}

/** In the order in which the palette shows their results. */
const finders: { kind: PaletteGroup['kind']; find: (call: Call, q: string) => Promise<Item[]> }[] = [
  { kind: 'tickets', find: findTickets },
  { kind: 'drafts', find: findDrafts },
  { kind: 'customers', find: findCustomers },
  { kind: 'companies', find: findCompanies },
  { kind: 'articles', find: findArticles },
  { kind: 'entries', find: findEntries },
]
