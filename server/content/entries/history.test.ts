import { expect, test } from 'vitest'
import { publishEntry, sendEntryForReview } from '#contract/content/entries.ts'
import { listEntryEvents } from '#contract/content/entry-history.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, globex, type Person } from '#test/world.ts'

const model = await newModel()
const eventsOf = (id: string, person: Person = acme.agent, query: object = {}) =>
  as(person)(listEntryEvents, { params: { model: model.pluralKey, id }, query })

test('what happened to an entry is told, the newest first, with who did it, a page at a time', async () => {
  const { id } = await newEntry(model, { title: 'Bread' })
  const params = { model: model.pluralKey, id }
  await as(acme.admin)(sendEntryForReview, { params, body: {} })
  await as(acme.agent)(publishEntry, { params, body: {} })
  const { items } = await eventsOf(id)
  expect(items.map(({ type }) => type)).toEqual(['entry.published', 'entry.status-changed', 'entry.created'])
  expect(items.map(({ actor }) => actor?.id)).toEqual([acme.agent.id, acme.admin.id, acme.agent.id])
  expect(items[1]).toMatchObject({ old: { status: 'draft' }, new: { status: 'in_review' } })
  const first = await eventsOf(id, acme.agent, { limit: '2' })
  const rest = await eventsOf(id, acme.agent, { cursor: first.next! })
  expect([first.items.length, rest.items]).toEqual([2, items.slice(2)])
})

test('another workspace hears nothing of it', async () => {
  const { id } = await newEntry(model, { title: 'Cake' })
  expect(await eventsOf(id, globex.agent)).toMatchObject({ status: 404 })
})
