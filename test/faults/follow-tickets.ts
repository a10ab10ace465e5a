import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './found-company.ts'
import type { Site } from './site.ts'

type Row = { id: string }
type Page = { items: Row[]; deleted?: Row[]; next: string | null; position?: string }

const tickets = '/api/v1/tickets'
const restMs = 50

/** Creates an API key that reads tickets, and returns its secret. */
export async function readingKey(site: Site, { token }: Company): Promise<string> {
  const body = { name: 'Reader', kind: 'management', scopes: ['tickets:read'] }
  const made = await site.http.send({ method: 'POST', path: '/api/v1/api-keys', token, body })
  return (made.body as { secret: string }).secret
}

/** Requests a page until the server answers, because a killed server restarts. */
async function readPage(site: Site, key: string, query: Record<string, string>): Promise<Page> {
  const asking = { method: 'GET', path: `${tickets}?${new URLSearchParams(query)}`, token: key }
  for (;;) {
    const answer = await site.http.send(asking).catch(() => null)
    if (answer?.status === 200) return answer.body as Page
    if (answer && answer.status !== 503) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(restMs)
  }
}

/**
 * Copies all tickets as a program does: reads the changes after `updatedAfter` in order, with the cursor of each page.
 */
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
    /** Stops after all changes until now are copied. */
    async stop() {
      isStopping = true
      await running
      await readOn()
    },
  }
}

/** Lists all tickets in the order of creation, including spam and trash. */
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

/** Returns the ids of tickets that are missing or different in one of the two maps. */
export const differences = (one: Map<string, Row>, other: Map<string, Row>) =>
  [...new Set([...one.keys(), ...other.keys()])].filter(
    (id) => JSON.stringify(one.get(id)) !== JSON.stringify(other.get(id)),
  )
