import { Validator } from '@cfworker/json-schema'
import { validate } from '@scalar/openapi-parser'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { operationNames } from '#contract/names.ts'
import { createTicket } from '#contract/tickets.ts'
import { as, ask } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { newMedia } from '#test/new-media.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, app, newAccount, type Person, settings } from '#test/world.ts'

type Content = Record<string, { schema: object }>
type Operation = {
  operationId?: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; headers?: object }>
}
const { admin, customer } = acme
const document = (await app.inject({ url: '/api/openapi.json', headers: { host: settings.apiHost } })).json() as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}
const operationOf = ({ method, path }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
const named = app.endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)

const ticket = await newTicket(acme)
const article = await newLiveArticle({ title: 'Described' })
const model = await newModel({ isPublic: true })
const entry = await newLiveEntry(model, { title: 'Described' })
const asset = await newMedia()
const founder = await newAccount()
const ids: [RegExp, Record<string, string>][] = [
  [/^\/api\/v1\/tickets\//, { id: ticket.id }],
  [/^\/api\/v1\/ticket-numbers\//, { number: String(ticket.number) }],
  [/^\/api\/v1\/knowledge-base\/articles\//, { id: article.id, language: 'en', number: '1' }],
  [/^\/api\/v1\/content\//, { model: model.pluralKey, id: entry.id, number: '1' }],
  [/^\/api\/v1\/content-entries\//, { id: entry.id }],
  [/^\/api\/v1\/content-models\//, { id: model.id }],
  [/^\/api\/v1\/media\//, { id: asset.id }],
  [/^\/api\/v1\/customers\//, { id: customer.id }],
  [/^\/api\/v1\/members\//, { id: acme.agent.id }],
]
const none = '01890000-0000-7000-8000-000000000000'
const people: [string, Person | null][] = [
  ['admin', admin],
  ['agent', acme.agent],
  ['customer', customer],
  ['founder', founder as Person],
  ['nobody', null],
]

function wrongIn(schema: object, value: unknown) {
  const validator = new Validator({ ...schema, components: document.components } as never, '2020-12', false)
  const { valid, errors } = validator.validate(value)
  return valid ? null : JSON.stringify(errors.slice(-3))
}

/** How many answers and refusals were held against the description. */
const seen = { answers: 0, refusals: 0 }

async function hold(
  endpoint: Endpoint,
  person: Person | null,
  headers: Record<string, string> = {},
  input: object = {},
) {
  const params = ids.find(([place]) => place.test(endpoint.path))?.[1] ?? {}
  const unnamed = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, none]))
  const answer = await ask(person, endpoint, { params: { ...unnamed, ...params }, ...input } as never, headers)
  const response = operationOf(endpoint).responses[answer.statusCode]
  if (!response) throw new Error(`${answer.statusCode} is not described: ${answer.body.slice(0, 300)}`)
  const type = String(answer.headers['content-type']).split(';')[0]!
  const isRefused = answer.statusCode >= 400
  if (!isRefused && !/json/.test(type)) return
  const schema = response.content?.[type]?.schema
  if (!schema) throw new Error(`${answer.statusCode} ${type} is not described`)
  const wrong = wrongIn(schema, answer.json())
  if (wrong) throw new Error(`${answer.statusCode} ${wrong}: ${answer.body.slice(0, 300)}`)
  seen[isRefused ? 'refusals' : 'answers'] += 1
}

const reading = named.filter(([, { method, answersWith }]) => method === 'GET' && answersWith !== 'text/event-stream')
const asked = reading.flatMap(([name, endpoint]) =>
  people.map(([who, person]) => [`${name} as ${who}`, { endpoint, person }] as const),
)

test('what is read is answered, or refused, as it is described', async () => {
  await expectOfEach(asked, ({ endpoint, person }) => hold(endpoint, person))
  expect(seen.answers).toBeGreaterThan(100)
  expect(seen.refusals).toBeGreaterThan(40)
})

test('writes are refused as it is described: to nobody, without a body, and under conditions', async () => {
  const before = seen.refusals
  const writing = named.filter(([, { method }]) => method !== 'GET')
  await expectOfEach(writing, async (endpoint) => {
    await hold(endpoint, null, {}, { body: { unasked: 1 } })
    await hold(endpoint, admin, { 'if-match': '"0"' }, { query: { unasked: '1' } })
  })
  expect(seen.refusals - before).toBeGreaterThan(40)
})

test('each operation has a name of its own, and says how it refuses', () =>
  expectOfEach(named, (endpoint) => {
    const { operationId, responses, parameters = [], requestBody } = operationOf(endpoint)
    expect(operationId).toBe(operationNames.get(endpoint))
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
    const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name)
    expect(headers.includes('If-Match')).toBe(endpoint.takesIfMatch === true)
    expect(headers.includes('Idempotency-Key')).toBe(endpoint.method !== 'GET' && endpoint.isRepeatable !== false)
    if (endpoint.takesBytes) expect(Object.keys(requestBody!.content)).toEqual([endpoint.takesBytes])
  }))

test('names are each used once, and things have theirs', async () => {
  const names = named.map(([, endpoint]) => operationOf(endpoint).operationId)
  expect(new Set(names).size).toBe(names.length)
  const { schemas } = document.components
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Ticket', 'TicketRow', 'Message', 'Customer', 'UploadedFile', 'Problem', 'LiveEvent']),
  )
  expect(operationOf(createTicket).responses['201']!.content!['application/json']!.schema).toEqual({
    $ref: '#/components/schemas/Ticket',
  })
  expect(JSON.stringify(document)).not.toMatch(/__SCHEMA|"\$ref":"(?!#\/components\/schemas\/)/)
  expect(await validate(document as never)).toMatchObject({ valid: true, version: '3.1' })
})

test('an ETag is answered where it is described', async () => {
  for (const [, endpoint] of reading.filter(([, { hasEtag }]) => hasEtag)) {
    const params = ids.find(([place]) => place.test(endpoint.path))![1]
    expect((await ask(admin, endpoint, { params } as never)).headers.etag).toEqual(expect.any(String))
  }
  expect(await as(admin)(createTicket, { body: {} as never })).toMatchObject({ status: 400 })
})
