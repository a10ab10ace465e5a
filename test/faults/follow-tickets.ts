import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './found-company.ts'
import type { Site } from './site.ts'

type Row = { id: string }
type Page = { items: Row[]; deleted?: Row[]; next: string | null; position?: string }

const tickets = '/api/v1/tickets'
const restMs = 50

/** The secret of a key that reads tickets. */
export async function readingKey(site: Site, { token }: Company): Promise<string> {
  const body = { name: 'Reader', kind: 'management', scopes: ['tickets:read'] }
  const made = await site.http.send({ method: 'POST', path: '/api/v1/api-keys', token, body })
  return (made.body as { secret: string }).secret
}

/** A page, asked for until it is answered: a server that was killed comes back. */
async function readPage(site: Site, key: string, query: Record<string, string>): Promise<Page> {
  const asking = { method: 'GET', path: `${tickets}?${new URLSearchParams(query)}`, token: key }
  for (;;) {
    const answer = await site.http.send(asking).catch(() => null)
    if (answer?.status === 200) return answer.body as Page
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(restMs)
  }
}

/** Copies all tickets as a program does: from a time on in the order of their changes, by the cursor of each page. */
export function followTickets(site: Site, key: string, updatedAfter: string) {
  const copies = new Map<string, Row>()
  const counts = { pages: 0, rows: 0, gone: 0 }
  let cursor: string | undefined
  let isStopping = false

  async function readOn() {
    for (;;) {
      const query = { order: 'updated-ascending', limit: '100', updatedAfter, ...(cursor && { cursor }) }
      const { items, deleted = [], next, position } = await readPage(site, key, query)
      for (const row of items) copies.set(row.id, row)
      for (const { id } of deleted) copies.delete(id)
      counts.pages += 1
      counts.rows += items.length
      counts.gone += deleted.length
      cursor = position
      if (next === null) return
    }
  }

  const running = (async () => {
    while (!isStopping) {
      await readOn()
      await sleep(restMs)
    }
  })()
  return {
    copies,
    counts,
    /** What was changed until now is copied when this returns. */
    async stop() {
      isStopping = true
      await running
      await readOn()
    },
  }
}

/** All tickets, those of the spam and of the trash too, as the other orders list them. */
export async function listAll(site: Site, key: string): Promise<Map<string, Row>> {
  const all = new Map<string, Row>()
  for (const view of ['all', 'spam', 'trash']) {
    let cursor: string | null = null
    do {
      const page: Page = await readPage(site, key, { view, order: 'created', limit: '100', ...(cursor && { cursor }) })
      for (const row of page.items) all.set(row.id, row)
      cursor = page.next
    } while (cursor)
  }
  return all
}

/** Ids of tickets that only one of both has, or that stand otherwise in one. */
export const differences = (one: Map<string, Row>, other: Map<string, Row>) =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (id) => JSON.stringify(one.get(id)) !== JSON.stringify(other.get(id)),
  )
