import { expect, test } from 'vitest'
import { changeEntries } from '#contract/content/changes.ts'
import { changeEntry, showEntry } from '#contract/content/entries.ts'
import { changeLanguages } from '#contract/knowledge-base/categories.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { makeWorkspace, runJobs } from '#test/world.ts'

test('what is said of an entry as a whole begins no text in a language that has none', async () => {
  const { admin } = await makeWorkspace('german', 'German', ['Gea', 'Gus', 'Gil', 'Gro'])
  await as(admin)(changeLanguages, { body: { items: ['en', 'de'] } })
  const model = await newModel({ localized: true, fields: [{ key: 'title', kind: 'text', localized: true }] }, admin)
  const { id } = await newEntry(model, { title: 'Nur deutsch' }, { person: admin, locale: 'de' })
  const params = { model: model.pluralKey, id }
  const languages = async () =>
    (await as(admin)(showEntry, { params: { id }, query: {} })).languages.map(({ language }) => language)
  await as(admin)(changeEntry, { params, body: { owner: null } })
  await as(admin)(changeEntry, { params, body: { labels: ['old'], locale: 'en' } })
  await as(admin)(changeEntries, { body: { change: { act: 'label', add: ['new'] }, ids: [id] } })
  await runJobs()
  expect(await as(admin)(showEntry, { params: { id }, query: {} })).toMatchObject({
    owner: null,
    labels: ['old', 'new'],
  })
  expect(await languages()).toEqual(['de'])
  await as(admin)(changeEntry, { params, body: { fields: { title: 'English' } } })
  expect((await languages()).toSorted()).toEqual(['de', 'en'])
})
