import { validate } from '@scalar/openapi-parser'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test } from 'vitest'
import { changeEntry, createEntry, publishEntry } from '#contract/content/entries.ts'
import { addMedia, changeMedia } from '#contract/content/media.ts'
import { createMediaFolder } from '#contract/content/media-folders.ts'
import { createContentModel } from '#contract/content/models.ts'
import { putEntryBySlug } from '#contract/content/put-entry.ts'
import { answersEtag, type Endpoint, isRepeatable } from '#contract/endpoint.ts'
import { uploadFiles } from '#contract/files/files.ts'
import { createResumableUpload } from '#contract/files/resumable-uploads.ts'
import { createArticle, publishArticle } from '#contract/knowledge-base/articles.ts'
import { operationNames } from '#contract/names.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { changeTicket, createTicket, snoozeTicket, solveTicket } from '#contract/tickets/tickets.ts'
import { createApiKey } from '#contract/workspace/api-keys.ts'
import { changeCustomer, createCustomer } from '#contract/workspace/customers.ts'
import { changeWorkspace } from '#contract/workspace/settings.ts'
import { changeProfile, invite } from '#contract/workspace/team.ts'
import { ask } from '#test/ask.ts'
import { expectOfEach } from '#test/each-of.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { addTo, newMedia, newPicture } from '#test/new-media.ts'
import { newTicket } from '#test/new-ticket.ts'
import { freshEmail } from '#test/sign-in.ts'
import { upload } from '#test/upload.ts'
import { acme, app, type Person, settings } from '#test/world.ts'

type Content = Record<string, { schema: object }>
type Reference = { $ref: string }
type Response = { content?: Content; headers?: Record<string, object> }
type Operation = {
  operationId?: string
  parameters?: (Reference | { in: string; name: string })[]
  requestBody?: { content: Content }
  responses: Record<string, Response | Reference>
}
const { admin, agent, customer } = acme
const document = (await app.inject({ url: '/api/openapi.json', headers: { host: settings.apiHost } })).json() as {
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'parameters', Record<string, object>>
}
const operationOf = ({ method, path }: Endpoint) =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
const named = app.endpoints.map((one) => [`${one.method} ${one.path}`, one] as const)

/** Resolves a reference to the components, which contain the parts that many operations share. */
function resolved<Part extends object>(part: Part | Reference): Part {
  if (!('$ref' in part)) return part
  const [, kind, name] = /^#\/components\/(\w+)\/(.*)$/.exec(part.$ref)!
  return document.components[kind as 'responses'][name!] as Part
}
const responseOf = (endpoint: Endpoint, status: number) => {
  const response = operationOf(endpoint).responses[status]
  return response && resolved<Response>(response)
}

const ticket = await newTicket(acme)
const article = await newLiveArticle({ title: 'Described' })
const model = await newModel({ isPublic: true })
const entry = await newLiveEntry(model, { title: 'Described' })
const asset = await newMedia()
const ids: [RegExp, Record<string, string>][] = [
  [/^\/api\/v1\/tickets\//, { id: ticket.id }],
  [/^\/api\/v1\/ticket-numbers\//, { number: String(ticket.number) }],
  [/^\/api\/v1\/knowledge-base\/articles\//, { id: article.id, language: 'en', number: '1' }],
  [/^\/api\/v1\/content\//, { model: model.pluralKey, id: entry.id, number: '1' }],
  [/^\/api\/v1\/content-entries\//, { id: entry.id }],
  [/^\/api\/v1\/content-models\//, { id: model.id }],
  [/^\/api\/v1\/media\//, { id: asset.id }],
  [/^\/api\/v1\/customers\//, { id: customer.id }],
  [/^\/api\/v1\/members\//, { id: agent.id }],
]
const none = '01890000-0000-7000-8000-000000000000'

const ajv = new Ajv2020({ strict: false })
;(formats as (ajv: Ajv2020) => void)(ajv)
ajv.addSchema(document, 'api')
const checks = new Map<object, ValidateFunction>()

/** Checks an answer against its schema in the description. Returns the errors or null. */
function wrongIn(schema: object, value: unknown): string | null {
  const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'))
  const check = checks.get(schema) ?? ajv.compile(pointed)
  checks.set(schema, check)
  return check(value) ? null : ajv.errorsText(check.errors)
}

type Answer = Awaited<ReturnType<typeof ask>>
/** Number of answers and refusals that were checked against the description. */
const seen = { answers: 0, refusals: 0 }

/** Checks one answer against the description: its status, type, body and ETag. */
function hold(endpoint: Endpoint, answer: Answer) {
  const { statusCode, headers, body } = answer
  const response = responseOf(endpoint, statusCode)
  if (!response) throw new Error(`${statusCode} is not described: ${body.slice(0, 300)}`)
  const isRefused = statusCode >= 400
  const type = String(headers['content-type']).split(';')[0]!
  if (!isRefused && !type.endsWith('json')) return
  const schema = response.content?.[type]?.schema
  if (!schema) throw new Error(`${statusCode} ${type} is not described`)
  const wrong = wrongIn(schema, answer.json())
  if (wrong) throw new Error(`${statusCode} ${wrong}: ${body.slice(0, 300)}`)
  if (headers.etag && !response.headers?.ETag) throw new Error('The ETag is not described')
  seen[isRefused ? 'refusals' : 'answers'] += 1
}

const paramsOf = ({ path }: Endpoint) => {
  const unknown = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, none]))
  return { ...unknown, ...ids.find(([place]) => place.test(path))?.[1] }
}
const call = (
  endpoint: Endpoint,
  person: Person | null,
  input: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> => ask(person, endpoint, { params: paramsOf(endpoint), ...input }, headers)

const reading = named.filter(([, { method, answersWith }]) => method === 'GET' && answersWith !== 'text/event-stream')
const readers: [string, Person | null][] = [
  ['admin', admin],
  ['customer', customer],
  ['nobody', null],
]
const reads = reading.flatMap(([name, endpoint]) =>
  readers.map(([who, person]) => [`${name} as ${who}`, { endpoint, person }] as const),
)

test('what is read is answered, or refused, as it is described', async () => {
  await expectOfEach(reads, async ({ endpoint, person }) => hold(endpoint, await call(endpoint, person)))
  expect(seen.answers).toBeGreaterThan(100)
  expect(seen.refusals).toBeGreaterThan(40)
})

test('what is written is answered as it is described', async () => {
  const before = seen.answers
  const write = (endpoint: Endpoint, input: object, person: Person = admin) =>
    [operationNames.get(endpoint)!, { endpoint, ask: () => call(endpoint, person, input) }] as const
  const key = 'described'
  const picture = await newPicture()
  await expectOfEach(
    [
      write(createTicket, { body: { subject: 'Late', text: 'Where is it?' } }, customer),
      write(writeMessage, { body: { text: 'On its way' } }, agent),
      write(changeTicket, { body: { priority: 'high' } }, agent),
      write(snoozeTicket, { body: { until: '2150-01-01T00:00:00Z' } }, agent),
      write(solveTicket, {}, agent),
      write(createCustomer, { body: { name: 'Rosa', emails: [freshEmail()] } }),
      write(changeCustomer, { body: { tags: ['vip'] } }),
      write(createArticle, { body: { title: 'Written' } }),
      write(publishArticle, { body: { language: 'en' } }),
      write(createContentModel, { body: { key, name: 'Described', fields: [{ key: 'title', kind: 'text' }] } }),
      write(createEntry, { body: { fields: { title: 'Written' } } }),
      write(changeEntry, { body: { fields: { title: 'Changed' } } }),
      write(putEntryBySlug, { params: { model: model.pluralKey, slug: 'put' }, body: { fields: { title: 'Put' } } }),
      write(publishEntry, { body: {} }),
      write(createApiKey, { body: { name: 'Described', kind: 'delivery' } }),
      write(invite, { body: { email: freshEmail(), role: 'TeamUser' } }),
      write(changeProfile, { body: { surname: 'Described' } }),
      write(changeWorkspace, { body: { name: 'Described' } }),
      write(changeMedia, { body: { title: 'Described' } }),
      write(createMediaFolder, { body: { name: 'Described' } }),
      ['uploadFiles', { endpoint: uploadFiles, ask: () => upload(agent, [picture]) }],
      ['addMedia', { endpoint: addMedia, ask: () => addTo(agent, [picture]) }],
      [
        'createResumableUpload',
        {
          endpoint: createResumableUpload,
          ask: () => call(createResumableUpload, agent, {}, { 'tus-resumable': '1.0.0', 'upload-length': '3' }),
        },
      ],
    ],
    async ({ endpoint, ask }) => {
      const answer = await ask()
      hold(endpoint, answer)
      expect(answer.statusCode, answer.body).toBeLessThan(300)
    },
  )
  expect(seen.answers - before).toBeGreaterThan(20)
})

test('writes are refused as it is described: to nobody, without a body, and under conditions', async () => {
  const before = seen.refusals
  const writing = named.filter(([, { method }]) => method !== 'GET')
  await expectOfEach(writing, async (endpoint) => {
    hold(endpoint, await call(endpoint, null, { body: { unasked: 1 } }))
    hold(endpoint, await call(endpoint, admin, { query: { unasked: '1' } }, { 'if-match': '"0"' }))
  })
  expect(seen.refusals - before).toBeGreaterThan(40)
})

test('each operation has a name of its own, and says what it takes and how it refuses', async () => {
  await expectOfEach(named, (endpoint) => {
    const { operationId, responses, parameters = [], requestBody } = operationOf(endpoint)
    expect(operationId).toBe(operationNames.get(endpoint))
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
    const headers = parameters.map((one) => resolved<{ in: string; name: string }>(one)).map(({ name }) => name)
    expect(headers.includes('If-Match')).toBe(endpoint.takesIfMatch === true)
    expect(headers.includes('Idempotency-Key')).toBe(isRepeatable(endpoint))
    expect(Object.keys(requestBody?.content ?? {})).toEqual(
      endpoint.takesBytes ? [endpoint.takesBytes] : endpoint.body ? ['application/json'] : [],
    )
  })
  const names = named.map(([, endpoint]) => operationOf(endpoint).operationId)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('things have names, to which everything leads that is described', async () => {
  expect(Object.keys(document.components.schemas)).toEqual(
    expect.arrayContaining(['Ticket', 'TicketRow', 'Message', 'Customer', 'UploadedFile', 'Problem', 'LiveEvent']),
  )
  expect(responseOf(createTicket, 201)!.content!['application/json']!.schema).toEqual({
    $ref: '#/components/schemas/Ticket',
  })
  const leads = JSON.stringify(document).match(/"\$ref":"[^"]*"/g)!
  expect(leads.filter((lead) => resolved(JSON.parse(`{${lead}}`)) === undefined)).toEqual([])
  expect(await validate(document)).toMatchObject({ valid: true, version: '3.1' })
})

test('an ETag is answered where it is described', () =>
  expectOfEach(
    reading.filter(([, endpoint]) => answersEtag(endpoint)),
    async (endpoint) => expect((await call(endpoint, admin)).headers.etag).toEqual(expect.any(String)),
  ))
