import { expect, test } from 'vitest'
import {
  changeContentView,
  createContentView,
  deleteContentView,
  listContentViews,
  mostViews,
} from '#contract/content/views.ts'
import { as } from '#test/ask.ts'
import { acme, globex, type Person } from '#test/world.ts'

const create = (person: Person, name: string, more: object = {}) =>
  as(person)(createContentView, { body: { name, search: 'model=post', ...more } as never }) as Promise<{
    id: string
    code?: string
  }>
const namesOf = async (person: Person) => (await as(person)(listContentViews, {})).items.map(({ name }) => name)
const rename = (person: Person, id: string, name: string) =>
  as(person)(changeContentView, { params: { id }, body: { name } })
const remove = (person: Person, id: string) => as(person)(deleteContentView, { params: { id } })

test('a view is its owner’s alone until it is shared', async () => {
  const { id } = await create(acme.agent, 'My drafts')
  expect(await namesOf(acme.agent)).toContain('My drafts')
  expect(await namesOf(acme.admin)).not.toContain('My drafts')
  expect(await rename(acme.admin, id, 'Taken')).toMatchObject({ code: 'content-view-not-found' })
  await as(acme.agent)(changeContentView, { params: { id }, body: { isShared: true } })
  expect(await namesOf(acme.admin)).toContain('My drafts')
})

test('what is shared is changed by its owner and by admins', async () => {
  const { id } = await create(acme.admin, 'German out of date', { isShared: true })
  expect(await rename(acme.agent, id, 'Mine')).toMatchObject({ code: 'content-view-reserved' })
  expect(await remove(acme.agent, id)).toMatchObject({ code: 'content-view-reserved' })
  const shared = await create(acme.agent, 'Waiting', { isShared: true })
  expect(await rename(acme.admin, shared.id, 'Waiting for us')).toMatchObject({ name: 'Waiting for us', isMine: false })
  await remove(acme.admin, shared.id)
  expect(await namesOf(acme.agent)).not.toContain('Waiting for us')
})

test('a name is there once for each owner, and what is kept is the query of an address', async () => {
  const { id } = await create(acme.agent, 'Once')
  expect(await create(acme.agent, 'ONCE')).toMatchObject({ code: 'content-view-name-taken' })
  expect(await rename(acme.agent, id, 'once')).toMatchObject({ name: 'once' })
  expect((await create(acme.admin, 'Once')).code).toBeUndefined()
  expect(await create(acme.agent, 'Odd', { search: 'q=with space' })).toMatchObject({ code: 'invalid' })
})

test('as many as come at once, nobody keeps more than there may be', async () => {
  const before = (await namesOf(globex.admin)).length
  const answers = await Promise.all(
    Array.from({ length: mostViews - before + 3 }, (_, number) => create(globex.admin, `View ${number}`)),
  )
  expect(answers.filter(({ code }) => code === 'too-many-content-views')).toHaveLength(3)
})

test('another workspace and customers find nothing', async () => {
  const { id } = await create(acme.agent, 'Canary', { isShared: true })
  expect(await namesOf(globex.agent)).not.toContain('Canary')
  expect(await rename(globex.admin, id, 'Ours')).toMatchObject({ code: 'content-view-not-found' })
  expect(await remove(globex.admin, id)).toMatchObject({ code: 'content-view-not-found' })
  expect(await as(acme.customer)(listContentViews, {})).toMatchObject({ code: 'not-allowed' })
})

test('a change that somebody else made meanwhile is not written over', async () => {
  const { id } = await create(acme.agent, 'For review', { isShared: true })
  const change = (body: object) => as(acme.admin)(changeContentView, { params: { id }, body })
  await as(acme.agent)(changeContentView, { params: { id }, body: { name: 'To read' } })
  const refused = { status: 409, code: 'conflict', theirs: { name: 'To read' }, yours: { name: 'Waiting' } }
  expect(await change({ name: 'Waiting', base: { name: 'For review' } })).toMatchObject(refused)
  expect(await change({ search: 'model=tale', base: { search: 'model=post' } })).toMatchObject({ name: 'To read' })
})
