import { expect, test } from 'vitest'
import { cancelBatch, showBatch, undoBatch } from '#contract/bulk/batches.ts'
import { createTicketField } from '#contract/fields/custom-fields.ts'
import { changeTickets, undoTicketChange } from '#contract/tickets/changes.ts'
import { createMacro, type MacroAction, showMacro } from '#contract/tickets/macros.ts'
import { mergeTicket, undoMerge } from '#contract/tickets/merging.ts'
import { saveDraft, showDraft, takeBackMessage, writeMessage } from '#contract/tickets/messages.ts'
import { createStatus } from '#contract/tickets/statuses.ts'
import { deleteTag, listTags, renameTag } from '#contract/tickets/tags.ts'
import {
  changeTicket,
  listTicketEvents,
  listTickets,
  markSpam,
  showTicket,
  trashTicket,
} from '#contract/tickets/tickets.ts'
import { createTicketView, showTicketView } from '#contract/tickets/views.ts'
import { createCompany } from '#contract/workspace/companies.ts'
import { createCustomer } from '#contract/workspace/customers.ts'
import { as } from '#test/ask.ts'
import { newKey } from '#test/new-key.ts'
import { newTicket } from '#test/new-ticket.ts'
import { acme, globex, makeWorkspace, owner, type Person, runJobs, type World } from '#test/world.ts'

const newWorld = (domain: string) => makeWorkspace(domain, 'Tags', ['Tea', 'Tim', 'Tom', 'Tod'])
const tagged = async (world: World, ...tags: string[]) => {
  const { id } = await newTicket(world)
  await as(world.agent)(changeTicket, { params: { id }, body: { tags } })
  return id
}
const list = async ({ agent }: World, query: Record<string, string> = {}) =>
  (await as(agent)(listTags, { query })).items
const tagsOf = async ({ agent }: World, id: string) => (await as(agent)(showTicket, { params: { id } })).tags
const find = async ({ agent }: World, q: string) =>
  (await as(agent)(listTickets, { query: { q, limit: '100' } })).items.map(({ id }) => id)
const rename = (person: Person, tag: string, name: string) => as(person)(renameTag, { params: { tag }, body: { name } })
const remove = (person: Person, tag: string) => as(person)(deleteTag, { params: { tag } })
const undo = async (person: Person, id: string) => {
  const { id: undoing } = await as(person)(undoBatch, { params: { id } })
  await runJobs()
  return as(person)(showBatch, { params: { id: undoing } })
}

test('the tags of tickets are listed with the number of tickets outside spam and trash', async () => {
  const world = await newWorld('tags-list')
  await tagged(world, 'billing', 'VIP')
  await tagged(world, 'Billing', 'Élise')
  const [spam, trash] = [await tagged(world, 'billing', 'thrown'), await tagged(world, 'billing')]
  await as(world.agent)(markSpam, { params: { id: spam } })
  await as(world.agent)(trashTicket, { params: { id: trash } })
  await tagged(globex, 'theirs')
  expect(await list(world)).toEqual([
    { name: 'billing', count: 2, isMore: false },
    { name: 'Élise', count: 1, isMore: false },
    { name: 'thrown', count: 0, isMore: false },
    { name: 'VIP', count: 1, isMore: false },
  ])
})

test('tags are found by their beginning and listed page by page', async () => {
  const world = await newWorld('tags-pages')
  await tagged(world, 'refund', 'Refund approved', 'réfuse', 'bill', 'zebra')
  const names = async (query: Record<string, string>) => (await list(world, query)).map(({ name }) => name)
  expect(await names({ q: 'REF' })).toEqual(['refund', 'Refund approved', 'réfuse'])
  expect(await names({ q: 'approved' })).toEqual([])
  const first = await as(world.agent)(listTags, { query: { limit: '2', q: 'ref' } })
  const second = await as(world.agent)(listTags, { query: { limit: '2', q: 'ref', cursor: first.next! } })
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['refund', 'Refund approved', 'réfuse'])
  expect(second.next).toBeNull()
})

test('the count of a tag is exact up to 1,000', async () => {
  const world = await newWorld('tags-many')
  const id = await tagged(world, 'common')
  await owner.query(
    `insert into tickets (workspace_id, number, subject, channel, requester_id, tags)
     select $1, n + 1000, 'Many', 'api', (select requester_id from tickets where workspace_id = $1 and id = $2), '{common}'
     from generate_series(1, 1000) n`,
    [world.id, id],
  )
  await owner.query(
    `insert into ticket_tags (workspace_id, ticket_id, folded, name)
     select workspace_id, id, 'common', 'common' from tickets where workspace_id = $1 and id <> $2`,
    [world.id, id],
  )
  expect(await list(world)).toEqual([{ name: 'common', count: 1000, isMore: true }])
})

test('a tag differs neither in upper and lower case nor in accents, on a ticket and in a query', async () => {
  const world = await newWorld('tags-letters')
  const id = await tagged(world, 'Café', 'cafe', 'vip')
  expect(await tagsOf(world, id)).toEqual(['Café', 'vip'])
  expect(await find(world, 'tag:CAFE')).toEqual([id])
  const change = (changes: object) => as(world.agent)(changeTickets, { body: { ids: [id], changes } })
  const { id: changeId } = await change({ addTags: ['VIP', 'new'], removeTags: ['café'] })
  expect(await tagsOf(world, id)).toEqual(['vip', 'new'])
  expect([await find(world, 'tag:cafe'), await find(world, 'tag:new')]).toEqual([[], [id]])
  await as(world.agent)(undoTicketChange, { params: { id: changeId } })
  expect([await find(world, 'tag:cafe'), await find(world, 'tag:new')]).toEqual([[id], []])
  await as(world.agent)(changeTicket, { params: { id }, body: { tags: ['CAFÉ'] } })
  expect([await find(world, '-tag:vip'), (await list(world)).map(({ name }) => name)]).toEqual([[id], ['CAFÉ']])
})

test('a renamed tag has its new name on every ticket, in the history and in a merged tag', async () => {
  const world = await newWorld('tags-rename')
  const [one, both] = [await tagged(world, 'refnud', 'vip'), await tagged(world, 'Refund', 'refnud')]
  const closed = await tagged(world, 'Refnud')
  await owner.query(`update tickets set status = 'closed', closed_at = now() where workspace_id = $1 and id = $2`, [
    world.id,
    closed,
  ])
  const { batch } = await rename(world.admin, 'REFNUD', 'refund')
  expect(batch).toMatchObject({ kind: 'tag-change', total: 3, input: { tag: 'Refnud', name: 'refund' } })
  await runJobs()
  expect(await as(world.admin)(showBatch, { params: { id: batch!.id } })).toMatchObject({ done: 3, failed: 0 })
  expect([await tagsOf(world, one), await tagsOf(world, both), await tagsOf(world, closed)]).toEqual([
    ...[['refund', 'vip'], ['refund'], ['refund']],
  ])
  expect((await list(world)).map(({ name, count }) => [name, count])).toEqual([
    ...[
      ['refund', 3],
      ['vip', 1],
    ],
  ])
  const events = await as(world.agent)(listTicketEvents, { params: { id: one }, query: {} })
  expect(events.items.at(-1)).toMatchObject({
    ...{ type: 'tags.changed', old: ['refnud', 'vip'], new: ['refund', 'vip'], cause: 'batch' },
    actor: { name: 'Tea Test' },
  })
  expect(await undo(world.admin, batch!.id)).toMatchObject({ done: 3, failed: 0 })
  expect([await tagsOf(world, both), await tagsOf(world, closed)]).toEqual([['Refund', 'refnud'], ['Refnud']])
  expect(await find(world, 'tag:refund')).toEqual([both])
})

test('the undo of a rename leaves a ticket that was changed since', async () => {
  const world = await newWorld('tags-undo')
  const [kept, changed] = [await tagged(world, 'old'), await tagged(world, 'old')]
  const { batch } = await rename(world.admin, 'old', 'new')
  await runJobs()
  await as(world.agent)(changeTicket, { params: { id: changed }, body: { priority: 'high' } })
  expect(await undo(world.admin, batch!.id)).toMatchObject({ done: 1, failed: 1 })
  expect([await tagsOf(world, kept), await tagsOf(world, changed)]).toEqual([['old'], ['new']])
})

test('a rename can only change the way in which a tag is written', async () => {
  const world = await newWorld('tags-case')
  const [lower, upper] = [await tagged(world, 'vip'), await tagged(world, 'VIP')]
  expect((await rename(world.admin, 'vip', 'VIP')).batch).toMatchObject({ total: 1 })
  await runJobs()
  expect([await tagsOf(world, lower), await tagsOf(world, upper)]).toEqual([['VIP'], ['VIP']])
  expect(await rename(world.admin, 'vip', 'VIP')).toEqual({ batch: null })
})

test('a cancelled rename keeps what is not changed yet', async () => {
  const world = await newWorld('tags-cancel')
  const id = await tagged(world, 'old')
  const { batch } = await rename(world.admin, 'old', 'new')
  await as(world.admin)(cancelBatch, { params: { id: batch!.id } })
  await runJobs()
  expect(await tagsOf(world, id)).toEqual(['old'])
})

test('a deleted tag leaves every ticket, also in the trash, and the undo brings it back', async () => {
  const world = await newWorld('tags-delete')
  const [id, trash] = [await tagged(world, 'gone', 'kept'), await tagged(world, 'GONE')]
  await as(world.agent)(trashTicket, { params: { id: trash } })
  const { batch } = await remove(world.admin, 'gone')
  expect(batch).toMatchObject({ total: 2, input: { name: null } })
  await runJobs()
  expect([await tagsOf(world, id), await tagsOf(world, trash)]).toEqual([['kept'], []])
  expect(await remove(world.admin, 'gone')).toMatchObject({ code: 'tag-not-found' })
  await undo(world.admin, batch!.id)
  expect([await tagsOf(world, id), await tagsOf(world, trash)]).toEqual([['gone', 'kept'], ['GONE']])
})

test('saved views find a renamed tag, and the undo restores their queries', async () => {
  const world = await newWorld('tags-views')
  await tagged(world, 'refund')
  await as(world.admin)(createTicketField, { body: { key: 'size', label: 'Size', kind: 'text' } })
  await as(world.admin)(createStatus, { body: { name: 'Needs photo', category: 'pending', color: 'plum' } })
  const view = (person: Person, name: string, query: string) =>
    as(person)(createTicketView, { body: { name, query, visibility: 'me' } })
  const query = 'status:"Needs photo" field.size:xl (tag:"REFUND",vip OR -tag:refund)'
  const [own, other] = [await view(world.agent, 'Own', query), await view(world.admin, 'Other', 'tag:refunds refund')]
  const show = async () => (await as(world.agent)(showTicketView, { params: { id: own.id } })) as typeof own
  const { batch } = await rename(world.admin, 'refund', 'money back')
  expect(await show()).toMatchObject({
    query: 'status:"Needs photo" field.size:xl (tag:"money back",vip OR -tag:"money back")',
    queryWithIds: own.queryWithIds.replace('"REFUND"', '"money back"').replace('refund', '"money back"'),
    missing: null,
  })
  expect(await as(world.admin)(showTicketView, { params: { id: other.id } })).toEqual(other)
  expect(JSON.stringify(batch)).not.toContain('needs photo')
  await runJobs()
  await undo(world.admin, batch!.id)
  expect((await show()).query).toBe('status:"Needs photo" field.size:xl (tag:refund,vip OR -tag:refund)')
})

test('a renamed or deleted tag reaches the macros of all members, and the undo restores them', async () => {
  const world = await newWorld('tagged-macros')
  const other = await newWorld('other-macros')
  await tagged(world, 'Refund')
  await tagged(other, 'Refund')
  const actions: MacroAction[] = [
    { kind: 'add_tags', tags: ['vip', 'refund'] },
    { kind: 'remove_tags', tags: ['refund'] },
  ]
  const create = (person: Person) => as(person)(createMacro, { body: { name: 'Refund', actions } })
  const [own, foreign] = [await create(world.agent), await create(other.agent)]
  const tagsNow = async (person: Person, { id }: { id: string }) =>
    (await as(person)(showMacro, { params: { id } })).actions.map((action) => 'tags' in action && action.tags)
  const renamed = await rename(world.admin, 'refund', 'Money back')
  expect(await tagsNow(world.agent, own)).toEqual([['vip', 'Money back'], ['Money back']])
  await runJobs()
  await undo(world.admin, renamed.batch!.id)
  expect(await tagsNow(world.agent, own)).toEqual([['vip', 'Refund'], ['Refund']])
  const deleted = await remove(world.admin, 'refund')
  expect(await tagsNow(world.agent, own)).toEqual([['vip']])
  await runJobs()
  await undo(world.admin, deleted.batch!.id)
  expect(await tagsNow(world.agent, own)).toEqual([['vip'], ['Refund'], ['Refund']])
  expect(await tagsNow(other.agent, foreign)).toEqual([['vip', 'refund'], ['refund']])
})

test('a renamed or deleted tag reaches the changes of macros in drafts, and the undo restores them', async () => {
  const world = await newWorld('tagged-drafts')
  const other = await newWorld('other-drafts')
  const { agent, admin } = world
  const id = await tagged(world, 'Refund')
  const foreign = await tagged(other, 'refund')
  const macro = {
    ...{ name: 'Refund', afterwards: 'stay' as const },
    changes: [
      { action: { kind: 'add_tags' as const, tags: ['refund'] }, words: 'Tag + refund' },
      { action: { kind: 'remove_tags' as const, tags: ['vip'] }, words: 'Tag − vip' },
    ],
  }
  const save = (person: Person, ticketId: string) =>
    as(person)(saveDraft, { params: { id: ticketId }, body: { kind: 'reply', html: '<p>Half</p>', macro } })
  await save(agent, id)
  await save(other.agent, foreign)
  const draftOf = async (person: Person, ticketId: string) =>
    (await as(person)(showDraft, { params: { id: ticketId } })).draft!
  const { revision } = await draftOf(agent, id)
  const renamed = await rename(admin, 'refund', 'Money back')
  const after = await draftOf(agent, id)
  expect(after.revision).not.toBe(revision)
  expect(after).toMatchObject({ html: '<p>Half</p>' })
  expect(after.macro!.changes).toEqual([
    { action: { kind: 'add_tags', tags: ['Money back'] }, words: 'Tag + Money back' },
    macro.changes[1],
  ])
  await runJobs()
  await undo(admin, renamed.batch!.id)
  expect((await draftOf(agent, id)).macro!.changes[0]).toMatchObject({ words: 'Tag + Refund' })
  const deleted = await remove(admin, 'refund')
  expect((await draftOf(agent, id)).macro!.changes).toEqual([{ action: null, words: 'Tag + Refund' }, macro.changes[1]])
  await runJobs()
  await undo(admin, deleted.batch!.id)
  expect((await draftOf(agent, id)).macro!.changes).toEqual([
    { action: { kind: 'add_tags', tags: ['Refund'] }, words: 'Tag + Refund' },
    macro.changes[1],
  ])
  expect((await draftOf(other.agent, foreign)).macro).toEqual(macro)
})

test('a renamed or deleted tag reaches the changes of held replies, and the undo restores them', async () => {
  const world = await newWorld('tagged-held')
  const other = await newWorld('other-held')
  const { agent, admin } = world
  const changes = { addTags: ['refund', 'vip'], removeTags: ['old'] }
  const macro = {
    ...{ name: 'Refund', afterwards: 'stay' as const },
    changes: [{ action: { kind: 'add_tags' as const, tags: ['refund', 'vip'] }, words: 'Tag + refund, vip' }],
  }
  const hold = async (at: World) => {
    const id = await tagged(at, 'Refund')
    const sendAt = new Date(Date.now() + 60_000).toISOString()
    await as(at.agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: '<p>Later</p>', macro } })
    const held = await as(at.agent)(writeMessage, { params: { id }, body: { text: 'Later', sendAt, changes } })
    return { id, messageId: held.id }
  }
  const [sent, returned, untouched, foreign] = [
    await hold(world),
    await hold(world),
    await hold(world),
    await hold(other),
  ]
  const renamed = await rename(admin, 'refund', 'Money back')
  await as(agent)(takeBackMessage, { params: { id: returned.id, messageId: returned.messageId } })
  const { draft } = await as(agent)(showDraft, { params: { id: returned.id } })
  expect(draft!.macro!.changes).toMatchObject([{ words: 'Tag + Money back, vip' }])
  await runJobs()
  await undo(admin, renamed.batch!.id)
  const deleted = await remove(admin, 'refund')
  await runJobs()
  await undo(admin, deleted.batch!.id)
  await rename(admin, 'Refund', 'Repaid')
  await runJobs({ laterSeconds: 60 })
  expect(await tagsOf(world, sent.id)).toEqual(['Repaid', 'vip'])
  expect(await tagsOf(world, untouched.id)).toEqual(['Repaid', 'vip'])
  expect(await tagsOf(other, foreign.id)).toEqual(['Refund', 'vip'])
})

test('a draft that two merged tickets share is one draft after a tag was renamed, and the undo removes the copy', async () => {
  const world = await newWorld('shared-drafts')
  const [id, into] = [await tagged(world, 'refund'), await tagged(world, 'refund')]
  const changes = [{ action: { kind: 'add_tags' as const, tags: ['refund'] }, words: 'Tag + refund' }]
  const macro = { name: 'Refund', afterwards: 'stay' as const, changes }
  await as(world.agent)(saveDraft, { params: { id }, body: { kind: 'reply', html: '<p>Half</p>', macro } })
  await as(world.agent)(mergeTicket, { params: { id }, body: { into } })
  await rename(world.admin, 'refund', 'Money back')
  await as(world.agent)(undoMerge, { params: { id } })
  expect((await as(world.agent)(showDraft, { params: { id: into } })).draft).toBeNull()
  expect((await as(world.agent)(showDraft, { params: { id } })).draft!.macro!.changes[0]!.words).toBe(
    'Tag + Money back',
  )
})

test('a tag with a comma is refused wherever tags are written, and an older one can be removed', async () => {
  const world = await newWorld('commas')
  const { id } = await newTicket(world)
  const { admin, agent } = world
  const refusal = 'A tag cannot contain a comma. Enter two tags instead.'
  const actions: MacroAction[] = [{ kind: 'add_tags', tags: ['a,b'] }]
  const refused = [
    await as(agent)(changeTicket, { params: { id }, body: { tags: ['a,b'] } }),
    await as(agent)(changeTickets, { body: { ids: [id], changes: { addTags: ['a,b'] } } }),
    await as(agent)(createMacro, { body: { name: 'Comma', actions } }),
    await as(agent)(createCustomer, { body: { emails: ['comma@tags.test'], tags: ['a,b'] } }),
    await as(agent)(createCompany, { body: { name: 'Comma', tags: ['a,b'] } }),
  ]
  for (const answer of refused) expect(JSON.stringify(answer)).toContain(refusal)
  await tagged(world, 'a b')
  expect(JSON.stringify(await rename(admin, 'a b', 'a,b'))).toContain(refusal)
  await owner.query(`update tickets set tags = '{"a,b"}' where workspace_id = $1 and id = $2`, [world.id, id])
  expect(await tagsOf(world, id)).toEqual(['a,b'])
  await as(agent)(changeTickets, { body: { ids: [id], changes: { removeTags: ['a,b'] } } })
  expect(await tagsOf(world, id)).toEqual([])
})

test('the undo of a merge removes a tag that was renamed since', async () => {
  const world = await newWorld('tags-merge')
  const [id, into] = [await tagged(world, 'brought', 'both'), await tagged(world, 'both')]
  await as(world.agent)(mergeTicket, { params: { id }, body: { into } })
  expect(await find(world, 'tag:brought')).toContain(into)
  await rename(world.admin, 'brought', 'renamed')
  await runJobs()
  await as(world.agent)(undoMerge, { params: { id } })
  expect([await tagsOf(world, id), await tagsOf(world, into)]).toEqual([['renamed', 'both'], ['both']])
  expect(await find(world, 'tag:renamed')).toEqual([id])
})

test('only members see tags, only admins change them, and no other workspace does either', async () => {
  const id = await tagged(acme, 'Canary tag')
  expect((await list(globex, { limit: '100' })).map(({ name }) => name)).not.toContain('Canary tag')
  expect(await find(globex, 'tag:"canary tag"')).toEqual([])
  expect(await rename(globex.admin, 'Canary tag', 'Theirs')).toMatchObject({ code: 'tag-not-found' })
  expect(await remove(globex.admin, 'Canary tag')).toMatchObject({ code: 'tag-not-found' })
  expect(await rename(acme.agent, 'Canary tag', 'Mine')).toMatchObject({ code: 'not-allowed' })
  expect(await remove(acme.agent, 'Canary tag')).toMatchObject({ code: 'not-allowed' })
  expect(await as(acme.customer)(listTags, { query: {} })).toMatchObject({ code: 'not-allowed' })
  const reader = { ...acme.admin, token: await newKey(acme, ['tickets:read']) }
  expect(await remove(reader, 'Canary tag')).toMatchObject({ code: 'scope-missing' })
  expect(await tagsOf(acme, id)).toEqual(['Canary tag'])
})
