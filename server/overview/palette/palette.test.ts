import { expect, test } from 'vitest'
import { showPalette } from '#contract/overview/palette.ts'
import { mergeTicket } from '#contract/tickets/merging.ts'
import { saveDraft, writeMessage } from '#contract/tickets/messages.ts'
import { saveSideDraft } from '#contract/tickets/side-conversations.ts'
import { changeTicket, listTickets } from '#contract/tickets/tickets.ts'
import { createCustomer } from '#contract/workspace/customers.ts'
import { as, ask } from '#test/ask.ts'
import { newArticle, newLiveArticle } from '#test/new-article.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { sideConversation } from '#test/side-conversation.ts'
import { acme, globex, makeWorkspace, type Person } from '#test/world.ts'

const search = async (person: Person, q: string) => {
  const { groups } = await as(person)(showPalette, { query: { q } })
  return groups.map(({ kind, items }) => [kind, items.map(({ title }) => title)])
}

test('the palette finds tickets, people and articles that contain every word', async () => {
  const ticket = await newTicket(acme, { subject: 'Quokka feeder is empty' })
  expect(await search(acme.agent, 'quokka feed')).toEqual([['tickets', ['Quokka feeder is empty']]])
  expect(await search(acme.agent, `#${ticket.number}`)).toEqual([['tickets', ['Quokka feeder is empty']]])
  expect(await search(acme.agent, 'quokka platypus')).toEqual([])
})

test('people are found by name and address', async () => {
  const { id } = await as(acme.agent)(createCustomer, { body: { name: 'Wanda Wombat', emails: ['wanda@burrow.test'] } })
  for (const q of ['wombat', 'wanda@burrow.test']) {
    const { groups } = await as(acme.agent)(showPalette, { query: { q } })
    const person = { id, title: 'Wanda Wombat', detail: 'wanda@burrow.test', address: `/service/customers/${id}` }
    expect(groups).toEqual([{ kind: 'customers', items: [person] }])
  }
})

test('admins find drafts and open them in the editor, members find what is published', async () => {
  const draft = await newArticle({ title: 'Echidna draft' })
  const live = await newLiveArticle({ title: 'Echidna guide', visibility: 'public' })
  const addresses = async (person: Person) =>
    (await as(person)(showPalette, { query: { q: 'echidna' } })).groups.flatMap(({ items }) =>
      items.map(({ address }) => address),
    )
  const edit = '/service/knowledgebase/admin/articles/edit/'
  expect(await addresses(acme.admin)).toEqual([`${edit}${live.id}`, `${edit}${draft.id}`])
  expect(await addresses(acme.agent)).toEqual([live.url])
})

test('half a query finds nothing, and a whole one its tickets', async () => {
  const { id } = await newTicket(acme, { subject: 'Numbat urgent' })
  await as(acme.agent)(changeTicket, { params: { id }, body: { priority: 'urgent' } })
  await newTicket(acme, { subject: 'Numbat calm' })
  expect(await search(acme.agent, 'numbat priority:')).toEqual([])
  expect(await search(acme.agent, 'numbat priority:urgent')).toEqual([['tickets', ['Numbat urgent']]])
})

test('the palette finds nothing of another workspace, and is for the team alone', async () => {
  await newTicket(acme, { subject: 'Bilby burrow' })
  expect(await search(globex.agent, 'bilby')).toEqual([])
  expect((await ask(acme.customer, showPalette, { query: { q: 'bilby' } })).statusCode).toBe(403)
  expect((await ask(null, showPalette, { query: { q: 'bilby' } })).statusCode).toBe(401)
  const key: Person = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
  expect((await ask(key, showPalette, { query: { q: 'bilby' } })).statusCode).toBe(403)
})

test('without words the palette has the newest drafts of the caller, and no sent one', async () => {
  const world = await makeWorkspace('unsent', 'Unsent', ['Uma', 'Udo', 'Una', 'Ulf'])
  const { agent, admin } = world
  const draft = (person: Person, id: string, html: string) =>
    as(person)(saveDraft, { params: { id }, body: { kind: 'reply', html } })
  const shown = async (person: Person, q?: string) => {
    const { groups } = await as(person)(showPalette, { query: q ? { q } : {} })
    return groups.find(({ kind }) => kind === 'drafts')?.items ?? []
  }
  const first = await newTicket(world, { subject: 'Dingo fence' })
  const second = await newTicket(world, { subject: 'Dingo gate' })
  const third = await newTicket(world, { subject: 'Emu' })
  await draft(agent, first.id, '<p>Dear <b>Olga</b>, the wallaby left</p>')
  await draft(agent, second.id, '<p>Soon</p>')
  await draft(agent, third.id, '<p>Sent</p>')
  await as(agent)(writeMessage, { params: { id: third.id }, body: { text: 'Sent' } })
  const [newest, older] = await shown(agent)
  expect(newest).toMatchObject({ id: second.id, title: 'Dingo gate', detail: `#${second.number} · Soon` })
  expect(older).toMatchObject({ id: first.id, address: `/service/tickets/${first.id}` })
  expect(await shown(agent)).toHaveLength(2)
  const titles = async (q: string) => (await shown(agent, q)).map(({ title }) => title)
  expect(await titles('DINGO')).toEqual(['Dingo gate', 'Dingo fence'])
  expect(await titles('dingo wallaby')).toEqual(['Dingo fence'])
  expect(await titles(`#${second.number}`)).toEqual(['Dingo gate'])
  expect(await titles('strong')).toEqual([])
  expect(await shown(admin)).toEqual([])
  expect(await shown(globex.agent, 'dingo')).toEqual([])
  const found = async (person: Person) =>
    (await as(person)(listTickets, { query: { q: 'has:draft' } })).items.map(({ subject }) => subject)
  expect((await found(agent)).sort()).toEqual(['Dingo fence', 'Dingo gate'])
  expect(await found(admin)).toEqual([])
  const side = await sideConversation(world, second.id)
  const body = { to: [side.supplier], html: '<p>Ask for the quokka</p>' }
  await as(agent)(saveSideDraft, { params: { id: side.id }, body })
  expect((await shown(agent)).map(({ detail }) => detail)).toEqual([
    `#${second.number} · Ask for the quokka`,
    expect.stringContaining('wallaby'),
  ])
  expect(await titles('quokka')).toEqual(['Dingo gate'])
  expect(await titles('gate soon')).toEqual(['Dingo gate'])
  const [target, last] = [
    await newTicket(world, { subject: 'Dingo wall' }),
    await newTicket(world, { subject: 'Dingo roof' }),
  ]
  await as(agent)(mergeTicket, { params: { id: second.id }, body: { into: target.id } })
  await as(agent)(mergeTicket, { params: { id: target.id }, body: { into: last.id } })
  expect(await titles('quokka')).toEqual(['Dingo roof'])
  expect(await found(agent)).toContain('Dingo roof')
})
