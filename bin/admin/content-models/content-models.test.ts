import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '#bin/admin/commands.ts'
import { createEntry, showEntry } from '#contract/content/entries.ts'
import { changeContentModel, deleteContentModel, listContentModels, listModelSteps } from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { databaseUrl, makeWorkspace, settings } from '#test/world.ts'

const admin = (...args: string[]) =>
  runCommand(['content', 'models', ...args], {
    DATABASE_URL: databaseUrl.owner,
    DATA_DIR: settings.dataDir,
    LOG_LEVEL: 'fatal',
  })

async function newPair() {
  const word = randomUUID().slice(0, 8)
  const people = ['Iris', 'Ivan', 'Jane', 'Joel'] as const
  const stage = await makeWorkspace(`stage-${word}`, 'Stage', [...people])
  const live = await makeWorkspace(`live-${word}`, 'Live', [...people])
  return { stage, live }
}
type World = Awaited<ReturnType<typeof makeWorkspace>>
const modelsOf = async ({ admin: person }: World) => {
  const { items } = await as(person)(listContentModels, { query: {} })
  return items
}
const change = ({ admin: person }: World, id: string, body: object) =>
  as(person)(changeContentModel, { params: { id }, query: {}, body })

/** Creates models that reference each other, with a component, a condition and a slug made from a field. */
async function fill({ admin: person }: World) {
  const part = await newModel({ key: 'part', kind: 'component', fields: [{ key: 'size', kind: 'integer' }] }, person)
  const author = await newModel({ key: 'author' }, person)
  const post = await newModel(
    {
      key: 'post',
      name: 'Post',
      isPublic: true,
      fields: [
        { key: 'title', kind: 'text', required: 'always' },
        { key: 'headline', kind: 'text' },
        { key: 'slug', kind: 'slug' },
        { key: 'isOn', kind: 'boolean' },
        { key: 'author', kind: 'reference', models: ['author', 'post'] },
        { key: 'part', kind: 'group', component: 'part' },
      ],
    },
    person,
  )
  const [, headline, slug, isOn, , group] = post.fields
  const fields = [
    { id: group!.id, condition: { field: isOn!.id, equals: true } },
    { id: slug!.id, from: headline!.id },
  ]
  return {
    part,
    author,
    post: await as(person)(changeContentModel, {
      params: { id: post.id },
      query: {},
      body: { fields, titleField: 'headline' },
    }),
  }
}

test('a workspace gets the models of another, told first and then done', async () => {
  const { stage, live } = await newPair()
  await fill(stage)
  const told = await admin('diff', stage.domain, live.domain)
  expect(told).toContain('Model post is added.\n')
  expect(told).toContain('Field author of post is added.\n')
  expect(told).toMatch(/Nothing was changed\.$/)
  expect(await modelsOf(live)).toEqual([])
  expect(await admin('apply', stage.domain, live.domain, '--dry')).toBe(told)
  await admin('apply', stage.domain, live.domain)
  expect(await admin('diff', stage.domain, live.domain)).toMatch(/has the models of .* already\.$/)
  const post = (await modelsOf(live)).find(({ key }) => key === 'post')!
  const [, headline, slug, isOn, author, part] = post.fields
  expect(post).toMatchObject({ isPublic: true, titleField: 'headline' })
  expect(slug).toMatchObject({ from: headline!.id })
  expect(author).toMatchObject({ models: ['author', 'post'] })
  expect(part).toMatchObject({ component: 'part', condition: { field: isOn!.id, equals: true } })
  const { items } = await as(live.admin)(listModelSteps, { params: { id: post.id }, query: {} })
  expect(items.map(({ by }) => by)).toContain(null)
})

test('a field that is renamed in a file is renamed there too, with its values', async () => {
  const { stage, live } = await newPair()
  const { post } = await fill(stage)
  await admin('apply', stage.domain, live.domain)
  const file = join(tmpdir(), `${randomUUID()}.json`)
  expect(await admin('export', live.domain, file)).toMatch(/^Wrote 3 models of /)
  const written = { params: { model: 'posts' }, body: { fields: { title: 'One', headline: 'Kept' } } }
  const { id } = await as(live.admin)(createEntry, written)
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"headline"', '"heading"'))
  const told = await admin('apply', file, live.domain)
  expect(told).toContain('Field headline of post becomes heading; the old key answers for 30 days.')
  expect(await as(live.admin)(showEntry, { params: { id }, query: {} })).toMatchObject({
    fields: { title: 'One', heading: 'Kept' },
  })
  expect(post.key).toBe('post')
})

test('what was added from another workspace is known again when it is renamed there', async () => {
  const { stage, live } = await newPair()
  const { post } = await fill(stage)
  await admin('apply', stage.domain, live.domain)
  const written = { params: { model: 'posts' }, body: { fields: { title: 'One', headline: 'Kept' } } }
  const { id } = await as(live.admin)(createEntry, written)
  await change(stage, post.id, {
    key: 'story',
    pluralKey: 'stories',
    fields: [{ id: post.fields[1]!.id, key: 'heading' }],
  })
  const told = await admin('apply', stage.domain, live.domain)
  expect(told).toContain('Model post becomes story; programs must use the new key.')
  expect(told).toContain('Field headline of story becomes heading; the old key answers for 30 days.')
  expect(told).not.toContain('deleted')
  expect(await as(live.admin)(showEntry, { params: { id }, query: {} })).toMatchObject({
    fields: { heading: 'Kept' },
  })
  await change(stage, post.id, { key: 'post', pluralKey: 'posts' })
})

test('what is not there is deleted, what others use last, and what is lost is told', async () => {
  const { stage, live } = await newPair()
  const { post } = await fill(stage)
  await admin('apply', stage.domain, live.domain)
  await newEntry({ pluralKey: 'posts' }, { title: 'about ten' }, { person: live.admin })
  await change(stage, post.id, { fields: [{ id: post.fields[0]!.id, kind: 'integer' }], titleField: 'headline' })
  const told = await admin('diff', stage.domain, live.domain)
  expect(told).toContain('Field title of post becomes integer instead of text.')
  expect(told).toContain('1 value of title do not fit.')
  await as(stage.admin)(deleteContentModel, { params: { id: post.id } })
  expect(await admin('apply', stage.domain, live.domain)).toContain('Model post is deleted with 1 entry; for 30 days')
  await as(stage.admin)(deleteContentModel, { params: { id: (await modelsOf(stage))[0]!.id } })
  await as(stage.admin)(deleteContentModel, { params: { id: (await modelsOf(stage))[0]!.id } })
  await admin('apply', stage.domain, live.domain)
  expect(await modelsOf(live)).toEqual([])
})

test('a change that is refused changes nothing at all', async () => {
  const { stage, live } = await newPair()
  const { post } = await fill(stage)
  await admin('apply', stage.domain, live.domain)
  for (const title of ['One', 'Two'])
    await newEntry({ pluralKey: 'posts' }, { title, headline: 'same' }, { person: live.admin })
  await newModel({ key: 'aNew' }, stage.admin)
  await change(stage, post.id, { fields: [{ id: post.fields[1]!.id, unique: true }] })
  await expect(admin('apply', stage.domain, live.domain)).rejects.toThrow(
    /^Nothing was changed\. Entries have the same Headline/,
  )
  expect((await modelsOf(live)).map(({ key }) => key)).not.toContain('aNew')
})

test('a file that holds no models, and a workspace that is not there, are told', async () => {
  const { live } = await newPair()
  const file = join(tmpdir(), `${randomUUID()}.json`)
  await writeFile(file, '{"models": 3}')
  await expect(admin('diff', file, live.domain)).rejects.toThrow('contains no models')
  await expect(admin('diff', join(tmpdir(), 'none.json'), live.domain)).rejects.toThrow('cannot be read')
  await expect(admin('apply', live.domain, 'nobody-there')).rejects.toThrow('There is no workspace nobody-there')
  await expect(admin('export', live.domain, 'models.txt')).rejects.toThrow('.json')
})
