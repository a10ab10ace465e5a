import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './found-company.ts'
import type { HttpAnswer } from './http.ts'
import type { Site } from './site.ts'

/** The acts on one entry. Each act was repeated until it was answered. */
export type Acted = {
  company: Company
  entryId: string
  published: string[]
  unpublished: number
  planned: number
  /** Number of publications by a batch. */
  batched: number
}
type Model = { company: Company; path: string }

const writers = 8
const inBatch = 60
const sizes = ['s', 'm', 'l']

/** Creates a model with a field that lists are filtered by. */
export async function addModel(site: Site, company: Company): Promise<Model> {
  const options = sizes.map((key) => ({ key }))
  const fields = [
    { key: 'title', kind: 'text', indexed: true },
    { key: 'slug', kind: 'slug' },
    { key: 'size', kind: 'select', options },
  ]
  const body = { key: 'part', name: 'Part', isPublic: true, fields }
  await site.http.send({ method: 'POST', path: '/api/v1/content-models', token: company.token, body })
  return { company, path: '/api/v1/content/parts' }
}

/**
 * Publishes, unpublishes and schedules entries until stopped. Repeats failed requests with the same idempotency key.
 */
export function startPublishing(site: Site, models: Model[]) {
  const acted: Acted[] = []
  const refused: HttpAnswer[] = []
  let isStopping = false

  async function insist({ company }: Model, method: string, path: string, body?: object): Promise<HttpAnswer> {
    const headers = { 'idempotency-key': randomUUID() }
    for (;;) {
      const asking = { method, path, token: company.token, body, headers }
      const answer = await site.http.send(asking).catch(() => null)
      if (answer && answer.status !== 503 && answer.status !== 409) {
        if (answer.status >= 300) refused.push(answer)
        return answer
      }
      await sleep(50)
    }
  }
  const fieldsOf = (turn: number) => ({ title: `Part ${turn}`, size: sizes[turn % sizes.length] })
  async function create(model: Model, turn: number): Promise<Acted> {
    const { body } = await insist(model, 'POST', model.path, { fields: fieldsOf(turn) })
    const one = {
      company: model.company,
      entryId: (body as { id: string }).id,
      published: [],
      unpublished: 0,
      planned: 0,
      batched: 0,
    }
    acted.push(one)
    return one
  }
  async function publish(model: Model, one: Acted, turn: number) {
    const place = `${model.path}/${one.entryId}`
    await insist(model, 'PATCH', place, { fields: fieldsOf(turn) })
    const note = `mark-${randomBytes(8).toString('hex')}`
    await insist(model, 'PUT', `${place}/publication`, { locales: ['en'], note })
    one.published.push(note)
    if (turn % 2) return
    await insist(model, 'DELETE', `${place}/publication`)
    one.unpublished += 1
  }
  /** Creates an entry and schedules its publication, and its unpublication soon after. Jobs execute both. */
  async function plan(model: Model, turn: number) {
    const one = await create(model, turn)
    const [at, until] = [1500 + (turn % 7) * 500, 4000 + (turn % 7) * 700].map((ms) => new Date(Date.now() + ms))
    const answer = await insist(model, 'PUT', `${model.path}/${one.entryId}/publication`, { at, until })
    // If the server was down until after `at`, it refuses the time as past.
    if (answer.status < 300) one.planned += 1
    else if ((answer.body as { code?: string }).code === 'time-in-the-past') refused.pop()
  }
  async function runOne(number: number) {
    const model = models[number % models.length]!
    const one = await create(model, number)
    for (let turn = number; !isStopping; turn += 1) {
      if (turn % 5 === 0) await plan(model, turn)
      else await publish(model, one, turn)
    }
  }

  /** Publishes one batch after the other. Each batch has new drafts that no other writer changes. */
  async function publishMany(model: Model) {
    while (!isStopping) {
      const some: Acted[] = []
      for (let number = 0; number < inBatch && !isStopping; number += 1) some.push(await create(model, number))
      if (some.length === 0) return
      const body = { change: { act: 'publish' }, ids: some.map(({ entryId }) => entryId) }
      await insist(model, 'POST', '/api/v1/content-entry-changes', body)
      for (const one of some) one.batched = 1
      await batchesDone(model)
    }
  }
  async function batchesDone(model: Model) {
    for (;;) {
      const { body } = await insist(model, 'GET', '/api/v1/batches?limit=1')
      const [latest] = (body as { items: { state: string }[] }).items
      if (latest && !['waiting', 'running'].includes(latest.state)) return
      await sleep(200)
    }
  }

  const running = Promise.all(
    models.map(publishMany).concat(Array.from({ length: writers }, (_, number) => runOne(number))),
  )
  return {
    acted,
    refused,
    async stop() {
      isStopping = true
      await running
    },
  }
}
