import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './found-company.ts'
import type { HttpAnswer } from './http.ts'
import type { Site } from './site.ts'

const writers = 8
const requesters = 12
/**
 * Maximum number of tickets that change at a time. Older tickets no longer change, so that the writers meet on the same
 * tickets.
 */
const mostAtWork = 200

type LoadRequest = { method: string; path: string; body?: object }

/**
 * Opens tickets and changes them in all ways that a team can, until stopped. Eight writers work on the same tickets at
 * once.
 */
export function startChanging(site: Site, company: Company) {
  const ids: string[] = []
  const failures: HttpAnswer[] = []
  const counts = { acknowledged: 0, refused: 0, unknown: 0 }
  let isStopping = false

  async function act({ method, path, body }: LoadRequest) {
    const answer = await site.http.send({ method, path, token: company.token, body }).catch(() => null)
    if (!answer || answer.status === 503) {
      counts.unknown += 1
      return sleep(50)
    }
    if (answer.status >= 500) failures.push(answer)
    if (answer.status >= 300) counts.refused += 1
    else counts.acknowledged += 1
    if (answer.status === 201 && path === tickets) keep((answer.body as { id: string }).id)
  }
  function keep(id: string) {
    ids.push(id)
    if (ids.length > mostAtWork) ids.shift()
  }
  async function runOne(writer: number) {
    for (let turn = writer; !isStopping; turn += 1) await act(choose(turn, company, ids))
  }

  const running = Promise.all(Array.from({ length: writers }, (_, writer) => runOne(writer)))
  return {
    counts,
    failures,
    async stop() {
      isStopping = true
      await running
    },
  }
}

const tickets = '/api/v1/tickets'
const chosen = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]!
const inAnHour = () => new Date(Date.now() + 3600_000).toISOString()

/**
 * Opens a ticket in every fifth turn, changes several tickets in every twentieth turn, and otherwise changes one
 * ticket.
 */
function choose(turn: number, company: Company, ids: string[]): LoadRequest {
  if (ids.length === 0 || turn % 5 === 0) return open(turn)
  if (turn % 20 === 7) return changeMany(turn, ids)
  const path = `${tickets}/${chosen(ids)}`
  const messages = `${path}/messages`
  return chosen<LoadRequest>([
    { method: 'PATCH', path, body: { subject: `Subject ${turn}` } },
    { method: 'PATCH', path, body: { priority: chosen(['low', 'normal', 'high']), tags: [`tag-${turn % 9}`] } },
    { method: 'PATCH', path, body: { assignee: chosen([company.memberId, null]) } },
    { method: 'PATCH', path, body: { status: chosen(['open', 'pending', 'on_hold', 'solved']) } },
    { method: 'POST', path: messages, body: { text: `Reply ${turn}` } },
    { method: 'POST', path: messages, body: { text: `Note ${turn}`, kind: 'note' } },
    { method: 'POST', path: messages, body: { text: `Question ${turn}`, from: 'customer' } },
    { method: chosen(['PUT', 'DELETE']), path: `${path}/${chosen(['closure', 'spam', 'trash'])}` },
    { method: 'PUT', path: `${path}/snooze`, body: { until: inAnHour() } },
    { method: 'PUT', path: `${path}/trash` },
  ])
}

function open(turn: number): LoadRequest {
  const requester = { email: `person.${turn % requesters}@sender.test`, name: `Person ${turn % requesters}` }
  return { method: 'POST', path: tickets, body: { subject: `Ticket ${turn}`, text: `Asked ${turn}`, requester } }
}

const changeMany = (turn: number, ids: string[]): LoadRequest => ({
  method: 'POST',
  path: '/api/v1/ticket-changes',
  body: { ids: [...new Set([chosen(ids), chosen(ids), chosen(ids)])], changes: { addTags: [`many-${turn % 7}`] } },
})
