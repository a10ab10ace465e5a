import { expect, test } from 'vitest'
import { z } from 'zod'
import { publishEntry } from '#contract/content/entries.ts'
import { publishArticle } from '#contract/knowledge-base/articles.ts'
import { changeTickets } from '#contract/tickets/changes.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, showTicket, snoozeTicket } from '#contract/tickets/tickets.ts'
import { createApiKey } from '#contract/workspace/api-keys.ts'
import { as } from '#test/ask.ts'
import { newArticle } from '#test/new-article.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, app } from '#test/world.ts'

const { agent, admin } = acme
/** One moment: in Berlin time, in Delhi time, and in UTC as the API returns it. */
const [berlin, delhi, utc] = ['2036-07-01T02:30:00+02:00', '2036-07-01T06:00:00.000+05:30', '2036-07-01T00:30:00.000Z']

const patternsIn = (schema: z.ZodType) => {
  const patterns: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (_, value) => {
    if (value?.format === 'date-time') patterns.push(value.pattern)
    return value
  })
  return patterns
}

test('every endpoint takes a time with an offset wherever it takes a time', () => {
  const takesTime = app.endpoints.flatMap(({ method, path, body, query }) =>
    [body, query].flatMap((schema) => (schema ? patternsIn(schema) : [])).map((pattern) => ({ method, path, pattern })),
  )
  expect(takesTime.length).toBeGreaterThan(10)
  expect(takesTime.filter(({ pattern }) => !new RegExp(pattern).test(berlin))).toEqual([])
})

test('times of tickets are taken with an offset and answered in UTC', async () => {
  const { id } = await newTicket(acme)
  const params = { id }
  expect(await as(agent)(changeTicket, { params, body: { dueDate: berlin } })).toMatchObject({ dueDate: utc })
  await as(agent)(snoozeTicket, { params, body: { until: delhi } })
  expect(await as(agent)(showTicket, { params })).toMatchObject({ snoozedUntil: utc })
  const changes = { snoozedUntil: '2036-07-01T03:30:00+02:00' }
  await as(agent)(changeTickets, { body: { ids: [id], changes } })
  expect(await as(agent)(showTicket, { params })).toMatchObject({ snoozedUntil: '2036-07-01T01:30:00.000Z' })
  const body = { text: 'Later', sendAt: berlin }
  expect(await as(agent)(writeMessage, { params, body })).toMatchObject({ sendAt: utc })
})

test('plans and keys take a time with an offset, and the hour that a clock shows twice is the one that is meant', async () => {
  const article = await newArticle({ title: 'Hours' })
  const planned = await as(admin)(publishArticle, { params: { id: article.id }, body: { at: berlin } })
  expect(planned).toMatchObject({ publishAt: utc })
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Hours' })
  const twice = { at: '2036-10-26T02:30:00+02:00', until: '2036-10-26T02:30:00+01:00' }
  const plan = await as(agent)(publishEntry, { params: { model: model.pluralKey, id }, body: twice })
  expect(plan).toMatchObject({
    _meta: {
      publication: { planned: [{ publishAt: '2036-10-26T00:30:00.000Z', unpublishAt: '2036-10-26T01:30:00.000Z' }] },
    },
  })
  const key = await as(admin)(createApiKey, {
    body: { name: 'Until then', kind: 'management', scopes: ['tickets:read'], expiresAt: delhi },
  })
  expect(key).toMatchObject({ expiresAt: utc })
})

test.each([
  ['2036-07-01T02:30:00', 'Write a time like'],
  ['tomorrow', 'Write a time like'],
  ['2036-02-30T02:30:00+01:00', 'Write a time like'],
  ['0001-01-01T00:00:00+14:00', 'Use a year from 1 to 9999'],
  ['9999-12-31T23:59:59-10:00', 'Use a year from 1 to 9999'],
])('%s is refused with a sentence', async (until, sentence) => {
  const { id } = await newTicket(acme)
  expect(await as(agent)(snoozeTicket, { params: { id }, body: { until } })).toMatchObject({
    status: 400,
    fields: { until: expect.stringContaining(sentence) },
  })
})
