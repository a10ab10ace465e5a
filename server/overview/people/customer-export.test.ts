import { expect, test } from 'vitest'
import { showExport } from '#contract/bulk/exports.ts'
import { createCustomerField } from '#contract/fields/custom-fields.ts'
import { giveFeedback } from '#contract/knowledge-base/feedback.ts'
import { eraseCustomer, exportCustomer, mergeCustomer } from '#contract/overview/people.ts'
import { writeMessage } from '#contract/tickets/messages.ts'
import { createTicket } from '#contract/tickets/tickets.ts'
import { changeCustomer, createCustomer } from '#contract/workspace/customers.ts'
import { as, ask } from '#test/ask.ts'
import { newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { download } from '#test/run-export.ts'
import { textFile, uploaded } from '#test/upload.ts'
import { globex, makeWorkspace, newCustomer, owner, type Person, platform, runJobs } from '#test/world.ts'
import { filesOfZip } from '#test/zipped-files.ts'

const world = await makeWorkspace('customer-export', 'Exports', ['Ada', 'Carl', 'Olga', 'Omar'])
const { agent, admin } = world

async function exported({ id }: { id: string }) {
  const begun = await as(admin)(exportCustomer, { params: { id } })
  await runJobs()
  const shown = await as(admin)(showExport, { params: { id: begun.id } })
  const files = await filesOfZip((await download(shown.url!)).rawPayload)
  const read = (path: string) => JSON.parse(files.get(path)!.toString())
  return { id: begun.id, shown, files, read }
}

test('an export has what customers may see of their tickets, with files, feedback and events', async () => {
  const person = await newCustomer(world, 'Rosa')
  await as(admin)(createCustomerField, { body: { key: 'plan', label: 'Plan', kind: 'text' } })
  await as(agent)(changeCustomer, { params: { id: person.id }, body: { customFields: { plan: 'Scale' } } })
  const file = await uploaded(person, textFile('../../log.txt', 'All the lines'))
  const ticket = await as(person)(createTicket, {
    body: { subject: 'My order is late', text: 'Where is it?', attachments: [file.id] },
  })
  await as(agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'On its way' } })
  await as(agent)(writeMessage, { params: { id: ticket.id }, body: { text: 'Difficult customer', kind: 'note' } })
  const other = await as(agent)(createTicket, {
    body: {
      ...{ subject: 'Of somebody else', text: 'Not of Rosa', cc: [person.email] },
      requester: { email: world.customer.email },
    },
  })
  const article = await newLiveArticle({ title: 'Late orders', visibility: 'customers' }, admin)
  await as(person)(giveFeedback, { params: { id: article.id }, body: { helpful: false, comment: 'Too short' } })
  const duplicate = await as(admin)(createCustomer, { body: { emails: ['rosa.home@customer.test'] } })
  await as(admin)(mergeCustomer, { params: { id: duplicate.id }, body: { into: person.id } })

  const { shown, files, read } = await exported(person)
  expect(shown).toMatchObject({ kind: 'customer', state: 'done', total: 3, done: 3 })
  expect(read('customer.json')).toMatchObject({
    name: 'Rosa',
    customFields: { plan: 'Scale' },
    emails: [{ address: person.email }, { address: 'rosa.home@customer.test' }],
    feedback: [{ isHelpful: false, comment: 'Too short' }],
    events: expect.arrayContaining([expect.objectContaining({ type: 'customer-merge.set' })]),
  })
  const folder = `tickets/${ticket.number}`
  expect(read(`${folder}/ticket.json`)).toMatchObject({
    ...{ number: ticket.number, subject: 'My order is late', isOwn: true },
    messages: [
      { author: 'Rosa', text: 'Where is it?', files: [{ path: `${folder}/files/1-log.txt` }] },
      { text: 'On its way', files: [] },
    ],
  })
  expect(files.get(`${folder}/files/1-log.txt`)?.toString()).toBe('All the lines')
  expect(read(`tickets/${other.number}/ticket.json`)).toMatchObject({ isOwn: false, subject: null, messages: [] })
  expect([...files.values()].join()).not.toMatch(/Difficult customer|Not of Rosa|Of somebody else/)
})

test('an erasure deletes the files of earlier exports', async () => {
  const person = await newCustomer(world, 'Pearl')
  const { id } = await exported(person)
  const { rows } = await owner.query('select file_id from exports where workspace_id = $1 and id = $2', [world.id, id])
  const fileId: string = rows[0].file_id
  await as(admin)(eraseCustomer, { params: { id: person.id } })
  await runJobs()
  expect(await as(admin)(showExport, { params: { id } })).toMatchObject({ url: null, expiresAt: null })
  const kept: string[] = []
  for await (const key of platform.storage.list(world.id)) kept.push(key)
  expect(kept.filter((key) => key.includes(fileId))).toEqual([])
})

test('admins of the workspace export a customer, and nobody else', async () => {
  const { id } = world.customer
  const key: Person = { ...admin, token: await newKey(world, ['customers:write']) }
  const answers = await Promise.all(
    [agent, world.customer, key, globex.admin, null].map((by) => ask(by, exportCustomer, { params: { id } })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 404, 401])
})
