import { expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import {
  changeEntry,
  listEntryVersions,
  publishEntry,
  restoreEntryVersion,
  showEntry,
  showEntryVersion,
} from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, owner, type Person, settings } from '#test/world.ts'

const asAgent = as(acme.agent)
const host = { host: `${acme.domain}.${settings.rootDomain}` }

const model = await newModel({
  isPublic: true,
  fields: [
    { key: 'title', kind: 'text' },
    { key: 'slug', kind: 'slug' },
    { key: 'price', kind: 'decimal' },
    { key: 'body', kind: 'markdown' },
  ],
})

type EntryName = { model: string; id: string }
const changeIn = (params: EntryName, fields: object) => asAgent(changeEntry, { params, body: { fields } } as never)

/** Creates an entry with two publications. Returns functions that read and change the entry. */
async function newWritten() {
  const { id } = await newLiveEntry(model, { title: 'First', body: 'Old', price: '1.00' })
  const params = { model: model.pluralKey, id }
  const change = (fields: object) => changeIn(params, fields)
  await change({ title: 'Second', body: 'New', price: '2.00' })
  await asAgent(publishEntry, { params, body: {} })
  const { items } = await asAgent(listEntryVersions, { params, query: {} })
  return {
    ...{ params, change, versions: items },
    show: (number: number, query: object = {}, person: Person = acme.agent) =>
      as(person)(showEntryVersion, { params: { ...params, number }, query }),
    restore: (body: object) => asAgent(restoreEntryVersion, { params, body } as never),
    draft: () => asAgent(showEntry, { params: { id }, query: {} }),
  }
}

test('a version is shown with what changed since, and restored whole or in one field', async () => {
  const { params, versions, show, restore, draft } = await newWritten()
  expect(versions.map(({ kind }) => kind)).toEqual(['publication', 'edit', 'publication', 'edit'])
  const first = versions[2]!.number
  expect(await show(first)).toMatchObject({
    fields: { title: 'First' },
    changes: expect.arrayContaining([{ field: 'body', was: 'Old', is: 'New' }]),
  })
  await restore({ number: first, fields: ['price'] })
  expect(await draft()).toMatchObject({ fields: { title: 'Second', price: '1.00' } })
  await restore({ number: first })
  expect(await draft()).toMatchObject({ fields: { title: 'First', body: 'Old' }, status: 'changed' })
  expect(await as(null)(showContent, { params, query: {} }, host)).toMatchObject({ title: 'Second' })
})

test('any two versions are compared, in either order', async () => {
  const { versions, change, show } = await newWritten()
  const [second, first] = [versions[0]!.number, versions[2]!.number]
  await change({ body: 'Newer' })
  expect((await show(first, { with: second })).changes).toContainEqual({ field: 'body', was: 'Old', is: 'New' })
  expect((await show(second, { with: first })).changes).toContainEqual({ field: 'body', was: 'New', is: 'Old' })
  expect((await show(first, { with: first })).changes).toEqual([])
  expect((await show(first, { with: 'draft' })).changes).toContainEqual({ field: 'body', was: 'Old', is: 'Newer' })
})

test('what is compared has to be a version of the entry, and the workspace’s own', async () => {
  const { versions, show } = await newWritten()
  const { number } = versions[0]!
  expect(await show(number, { with: 99 })).toMatchObject({ code: 'entry-version-not-found' })
  expect(await show(number, { with: 'newest' })).toMatchObject({ status: 400 })
  expect(await show(number, { with: number }, globex.agent)).toMatchObject({ status: 404 })
})

test('as many saves are kept as the model says, and each publication', async () => {
  const small = await newModel({ keepVersions: 10 })
  const { id } = await newLiveEntry(small, { title: 'Saved often' })
  await owner.query(
    `with more as (
       insert into content_versions (workspace_id, entry_id, number, kind, languages, snapshot)
       select workspace_id, entry_id, n, 'edit', languages, snapshot from content_versions, generate_series(3, 20) n
       where entry_id = $1 and number = 1)
     update content_entries set last_version = 20 where id = $1`,
    [id],
  )
  const params = { model: small.pluralKey, id }
  await changeIn(params, { title: 'Saved again' })
  const { rows } = await owner.query(
    `select kind, count(*)::int, min(number), max(number) from content_versions where entry_id = $1 group by kind order by kind`,
    [id],
  )
  expect(rows).toEqual([
    { kind: 'edit', count: 10, min: 12, max: 21 },
    { kind: 'publication', count: 1, min: 2, max: 2 },
  ])
  // A later save by the same person replaces the last version.
  await changeIn(params, { title: 'And again' })
  const { items } = await asAgent(listEntryVersions, { params, query: {} })
  expect(items[0]).toMatchObject({ number: 21, kind: 'edit' })
})
