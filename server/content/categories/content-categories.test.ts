import { expect, test } from 'vitest'
import {
  changeContentCategory,
  createContentCategory,
  deleteContentCategory,
  listContentCategories,
  moveContentCategory,
  showContentCategory,
} from '#contract/content/categories.ts'
import { deleteMedia, listMediaUses } from '#contract/content/media.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newMedia, newPicture } from '#test/new-media.ts'
import { textFile } from '#test/upload.ts'
import { acme, globex, owner } from '#test/world.ts'

const asAgent = as(acme.agent)
const create = (body: object) => asAgent(createContentCategory, { body: { name: 'Named', ...body } })
const at = ({ id }: { id: string }) => ({ params: { id } })

test('a tree is built, ordered and moved, and no category stands in itself', async () => {
  const root = await create({ name: 'Root' })
  const [one, two] = [await create({ name: 'One', parent: root.id }), await create({ name: 'Two', parent: root.id })]
  await asAgent(moveContentCategory, { ...at(two), body: { parent: root.id, before: one.id } })
  const { items } = await asAgent(listContentCategories, { query: {} })
  expect(items.filter(({ parent }) => parent === root.id).map(({ name }) => name)).toEqual(['Two', 'One'])
  expect(await asAgent(moveContentCategory, { ...at(root), body: { parent: one.id } })).toMatchObject({
    code: 'category-in-itself',
  })
  let last = one
  for (let depth = 3; depth <= 6; depth += 1) last = await create({ name: `Level ${depth}`, parent: last.id })
  expect(await create({ name: 'Too deep', parent: last.id })).toMatchObject({ code: 'content-category-too-deep' })
})

test('an address is free beside others, and taken among siblings', async () => {
  const [one, two] = [await create({ name: 'Left' }), await create({ name: 'Right' })]
  const same = await create({ name: 'News', parent: one.id })
  expect(await create({ name: 'News', parent: two.id })).toMatchObject({ slug: 'news' })
  expect(await create({ name: 'News', parent: one.id })).toMatchObject({ slug: 'news-2' })
  expect(await create({ name: 'X', slug: 'news', parent: one.id })).toMatchObject({
    code: 'content-category-slug-taken',
  })
  expect(await asAgent(moveContentCategory, { ...at(same), body: { parent: two.id } })).toMatchObject({
    code: 'content-category-slug-taken',
  })
  expect(
    await asAgent(changeContentCategory, { ...at(same), body: { slug: 'fresh', description: 'Of today' } }),
  ).toMatchObject({ slug: 'fresh', description: 'Of today', name: 'News' })
})

test('a category with entries asks where they go before it is deleted', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'category', kind: 'category' },
    ],
  })
  const [from, to] = [await create({ name: 'From' }), await create({ name: 'To' })]
  await newEntry(model, { title: 'In it', category: from.id })
  expect(await asAgent(showContentCategory, { ...at(from), query: {} })).toMatchObject({ entryCount: 1 })
  expect(await asAgent(deleteContentCategory, { ...at(from), query: {} })).toMatchObject({
    code: 'content-category-not-empty',
  })
  await asAgent(deleteContentCategory, { ...at(from), query: { to: to.id } })
  expect(await asAgent(showContentCategory, { ...at(to), query: {} })).toMatchObject({ entryCount: 1 })
  expect(await asAgent(showContentCategory, { ...at(from), query: {} })).toMatchObject({
    code: 'content-category-not-found',
  })
  expect(await newEntry(model, { title: 'Late', category: from.id })).toMatchObject({ code: 'entry-invalid' })
})

test('a category is merged into another: entries, categories below and what that one lacks', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'category', kind: 'category' },
    ],
  })
  await owner.query(`update workspaces set languages = '{en,hr}' where id = $1`, [acme.id])
  const [from, to] = [await create({ name: 'Tips' }), await create({ name: 'Guides', slug: 'guides' })]
  await asAgent(changeContentCategory, { ...at(from), body: { name: 'Savjeti', locale: 'hr' } })
  const picture = (await newMedia(await newPicture())).id
  await asAgent(changeContentCategory, { ...at(from), body: { picture } })
  const twin = await create({ name: 'Baking', parent: from.id })
  const other = await create({ name: 'Baking too', slug: 'baking', parent: to.id })
  const alone = await create({ name: 'Alone', parent: from.id })
  const below = await create({ name: 'Below', parent: twin.id })
  for (const category of [from.id, twin.id, to.id]) await newEntry(model, { title: 'In it', category })

  await asAgent(deleteContentCategory, { ...at(from), query: { to: to.id } })
  const { items } = await asAgent(listContentCategories, { query: {} })
  const placesOf = (ids: string[]) =>
    ids.map((id) => items.find((one) => one.id === id)).map((one) => one && [one.name, one.parent, one.entryCount])
  expect(placesOf([from.id, to.id, twin.id, other.id, alone.id, below.id])).toEqual([
    undefined,
    ['Guides', null, 2],
    undefined,
    ['Baking too', to.id, 1],
    ['Alone', to.id, 0],
    ['Below', other.id, 0],
  ])
  expect(items.find(({ id }) => id === to.id)).toMatchObject({
    picture,
    texts: expect.arrayContaining([{ language: 'hr', name: 'Savjeti', description: '' }]),
  })
  expect(await asAgent(listMediaUses, { params: { id: picture } })).toMatchObject({ items: [{ label: 'Guides' }] })
})

test('no category is merged into one below it, and a level up it takes no address that is there', async () => {
  const root = await create({ name: 'Outer' })
  const inner = await create({ name: 'Inner', parent: root.id })
  expect(await asAgent(deleteContentCategory, { ...at(root), query: { to: inner.id } })).toMatchObject({
    code: 'category-in-itself',
  })
  await create({ name: 'Same', slug: 'same-up' })
  await create({ name: 'Same', slug: 'same-up', parent: root.id })
  expect(await asAgent(deleteContentCategory, { ...at(root), query: { to: 'none' } })).toMatchObject({
    code: 'content-category-slug-taken',
  })
  expect(await asAgent(showContentCategory, { ...at(inner), query: {} })).toMatchObject({ parent: root.id })
})

test('another workspace and customers have no part in it', async () => {
  const category = await create({ name: 'Canary' })
  expect(await as(globex.admin)(showContentCategory, { ...at(category), query: {} })).toMatchObject({
    code: 'content-category-not-found',
  })
  expect(await as(globex.admin)(createContentCategory, { body: { name: 'Below', parent: category.id } })).toMatchObject(
    { code: 'content-category-not-found' },
  )
  expect((await as(globex.admin)(listContentCategories, { query: {} })).items).toEqual([])
  expect(await as(acme.customer)(listContentCategories, { query: {} })).toMatchObject({ code: 'not-allowed' })
})

test('a category has a picture of the library, which knows of it', async () => {
  const picture = await newMedia(await newPicture(40, 30, 'shelf.png'))
  const usesOf = async () => (await asAgent(listMediaUses, { params: { id: picture.id } })).items
  const shelf = await create({ name: 'Shelf', picture: picture.id })
  expect(shelf).toMatchObject({ picture: picture.id, shown: { name: 'shelf.png', thumbnail: expect.any(String) } })
  expect(await usesOf()).toMatchObject([{ kind: 'content-category', id: shelf.id, label: 'Shelf' }])
  expect(await asAgent(changeContentCategory, { ...at(shelf), body: { picture: null } })).toMatchObject({ shown: null })
  expect(await usesOf()).toEqual([])
})

test('what is no picture of this workspace is refused', async () => {
  const [text, theirs] = [await newMedia(textFile('notes.txt')), await newMedia(await newPicture(40, 30), globex.admin)]
  for (const { id } of [text, theirs])
    expect(await create({ name: 'Odd', picture: id })).toMatchObject({ code: 'media-not-found' })
})

test('a picture that went to the trash is shown no more, and the category can still be changed', async () => {
  const picture = await newMedia(await newPicture(41, 30))
  const shelf = await create({ name: 'Bare', picture: picture.id })
  await asAgent(deleteMedia, { params: { id: picture.id }, query: { force: 'true' } })
  expect(
    await asAgent(changeContentCategory, { ...at(shelf), body: { name: 'Still', picture: picture.id } }),
  ).toMatchObject({ name: 'Still', shown: null })
})

test('a change that somebody else made meanwhile is not written over', async () => {
  const read = await create({ name: 'Shoes' })
  const change = (body: object) => asAgent(changeContentCategory, { ...at(read), body })
  await change({ name: 'Boots', slug: 'boots', base: { name: read.name, slug: read.slug } })
  const refused = { status: 409, code: 'conflict', theirs: { name: 'Boots' }, yours: { name: 'Sandals' } }
  expect(await change({ name: 'Sandals', base: { name: read.name } })).toMatchObject(refused)
  expect(await change({ slug: 'sandals', base: { slug: read.slug } })).toMatchObject({ theirs: { slug: 'boots' } })
  expect(await change({ description: 'To walk in', base: { description: '' } })).toMatchObject({ name: 'Boots' })
  expect(await change({ name: 'Sandals', base: { name: 'Boots' } })).toMatchObject({ name: 'Sandals' })
})
