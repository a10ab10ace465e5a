import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listMessages, saveDraft, showDraft, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { globex, makeWorkspace, type Person } from '#test/world.ts'

const world = await makeWorkspace('drafts', 'Drafts', ['Dora', 'Dan', 'Dina', 'Dirk'])
const { agent, admin, customer } = world

const save = (id: string, body: object, person: Person = agent) =>
  as(person)(saveDraft, { params: { id }, body: { kind: 'reply', html: '<p>Dear</p>', ...body } })
const draftOf = async (id: string, person = agent) => (await as(person)(showDraft, { params: { id } })).draft
const write = (id: string, body: object, person: Person = agent) =>
  as(person)(writeMessage, { params: { id }, body: { text: 'Done', ...body } })
const begun = async () => {
  const { id } = await newTicket(world)
  const { draft } = await save(id, { base: null })
  return { id, base: draft!.revision }
}

test('a draft that was changed since is refused, shown as it is now, and stays', async () => {
  const { id, base } = await begun()
  const { draft } = await save(id, { base, html: '<p>Dear Olga</p>' })
  const refused = await save(id, { base, html: '<p>Dear all</p>' })
  expect(refused).toMatchObject({ status: 409, code: 'conflict', draft: { html: '<p>Dear Olga</p>' } })
  expect(refused).toMatchObject({ draft })
  expect(await draftOf(id)).toEqual(draft)
})

test('of two that begin a draft at once one is written and the other is shown it', async () => {
  const { id } = await newTicket(world)
  const answers = await Promise.all([
    save(id, { base: null, html: '<p>One</p>' }),
    save(id, { base: null, html: '<p>Two</p>' }),
  ])
  const draft = await draftOf(id)
  expect(answers.map((answer) => answer.draft)).toEqual([draft, draft])
  expect(answers.filter((answer) => 'code' in answer)).toMatchObject([{ code: 'conflict' }])
})

test('a write whose answer was lost may be repeated under its revision', async () => {
  const { id, base } = await begun()
  const version = { base, revision: randomUUID(), html: '<p>Dear Olga</p>' }
  const first = await save(id, version)
  expect(first.draft!.revision).toBe(version.revision)
  expect(await save(id, version)).toMatchObject({ draft: { html: '<p>Dear Olga</p>', revision: version.revision } })
  expect(await save(id, { ...version, base: null })).toMatchObject({ draft: { revision: version.revision } })
})

test('a text that began from a draft which was sent or emptied is refused, also when another draft is there', async () => {
  const { id, base } = await begun()
  await write(id, { draft: base })
  expect(await save(id, { base })).toMatchObject({ code: 'conflict', draft: null })
  const { draft } = await save(id, { base: null, html: '<p>Once more</p>' })
  expect(await save(id, { base })).toMatchObject({ code: 'conflict', draft: { revision: draft!.revision } })
  await save(id, { base: draft!.revision, html: '' })
  expect(await save(id, { base: draft!.revision })).toMatchObject({ code: 'conflict', draft: null })
})

test('a draft is sent once, also by two windows at once', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const { id, base } = await begun()
    const answers = await Promise.all([1, 2, 3].map(() => write(id, { draft: base })))
    const refused = answers.filter((answer) => 'code' in answer)
    expect(refused).toMatchObject([{ status: 409, code: 'draft-gone' }, { code: 'draft-gone' }])
    const { items } = await as(agent)(listMessages, { params: { id }, query: {} })
    expect(items.filter(({ author }) => author.id === agent.id)).toHaveLength(1)
  }
})

test('a message deletes the draft that it was written from, and no other', async () => {
  const { id, base } = await begun()
  const { draft } = await save(id, { base, html: '<p>Written elsewhere meanwhile</p>' })
  await write(id, { draft: base })
  await write(id, { draft: null })
  expect(await draftOf(id)).toEqual(draft)
  await write(id, { draft: draft!.revision })
  expect(await draftOf(id)).toBeNull()
})

test('what a program writes by a key leaves the draft of its maker', async () => {
  const { id } = await newTicket(world)
  await save(id, {}, admin)
  const token = await newKey(world, ['tickets:write'])
  const program = { ...admin, token }
  expect(await write(id, { kind: 'note' }, program)).toMatchObject({ kind: 'note' })
  expect(await draftOf(id, admin)).toMatchObject({ html: '<p>Dear</p>' })
  await write(id, {}, admin)
  expect(await draftOf(id, admin)).toBeNull()
})

test('an answer that comes back makes another revision of the draft', async () => {
  const { id, base } = await begun()
  const sendAt = new Date(Date.now() + 60_000).toISOString()
  const held = await write(id, { sendAt, draft: null })
  await as(agent)(takeBackMessage, { params: { id, messageId: held.id } })
  expect(await save(id, { base })).toMatchObject({ code: 'conflict', draft: { html: '<p>Done</p><p>Dear</p>' } })
})

test('nobody else reaches a draft by its revision', async () => {
  const { id, base } = await begun()
  const theirs = { base, html: '<p>Theirs</p>' }
  expect(await save(id, theirs, admin)).toMatchObject({ code: 'conflict', draft: null })
  expect(await save(id, { ...theirs, base: null, revision: base }, admin)).toMatchObject({
    draft: { html: '<p>Theirs</p>' },
  })
  expect(await save(id, theirs, customer)).toMatchObject({ code: 'not-allowed' })
  expect(await save(id, theirs, globex.admin)).toMatchObject({ code: 'ticket-not-found' })
  await write(id, { draft: base }, admin)
  expect(await write(id, { draft: base }, customer)).toMatchObject({ code: 'not-allowed' })
  expect(await write(id, { draft: base }, globex.agent)).toMatchObject({ code: 'ticket-not-found' })
  expect(await draftOf(id)).toMatchObject({ html: '<p>Dear</p>', revision: base })
})

const macro = (...tags: string[]) => ({
  ...{ name: 'Refund', afterwards: 'next' },
  changes: tags.map((tag) => ({ action: { kind: 'add_tags', tags: [tag] }, words: `Tag + ${tag}` })),
})

test('a draft keeps the changes of macros, also without a text, until they are removed', async () => {
  const { id } = await newTicket(world)
  const { draft } = await save(id, { html: '', macro: macro('refund') })
  expect(draft).toMatchObject({ html: '', macro: macro('refund') })
  await save(id, { html: '<p>Dear Olga</p>' })
  expect(await draftOf(id)).toMatchObject({ html: '<p>Dear Olga</p>', macro: macro('refund') })
  await save(id, { html: '', macro: null })
  expect(await draftOf(id)).toBeNull()
})

test('the changes of macros return to the draft with a reply that is taken back, before those of the next draft', async () => {
  const { id } = await newTicket(world)
  const { draft } = await save(id, { macro: macro('refund') })
  const sendAt = new Date(Date.now() + 60_000).toISOString()
  const held = await write(id, { draft: draft!.revision, sendAt })
  expect(await draftOf(id)).toBeNull()
  await save(id, { macro: macro('vip') })
  await as(agent)(takeBackMessage, { params: { id, messageId: held.id } })
  expect((await draftOf(id))!.macro).toEqual(macro('refund', 'vip'))
})

test('the number and the size of the changes of a draft are limited, and a refused save changes nothing', async () => {
  const { id } = await newTicket(world)
  const many = await save(id, { macro: macro(...Array.from({ length: 201 }, (_, at) => `${at}`)) })
  expect(many).toMatchObject({ code: 'invalid' })
  expect(JSON.stringify(many)).toContain('A draft keeps at most 200 changes of macros')
  const value = 'x'.repeat(70_000)
  const large = { ...macro('a'), changes: [{ action: { kind: 'set', field: 'field.plan', value }, words: 'Plan' }] }
  expect(JSON.stringify(await save(id, { macro: large }))).toContain('at most 64 kB')
  expect(await draftOf(id)).toBeNull()
})
