import { expect, test } from 'vitest'
import { archiveEntry, changeEntry, listEntries, publishEntry, showContentReport } from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { makeWorkspace, owner } from '#test/world.ts'

const stages = ['draft', 'in_review', 'scheduled', 'changed', 'published', 'archived'] as const

test('each count of the report is the length of its list, whatever other languages are', async () => {
  const { id: workspace, admin } = await makeWorkspace('counted', 'Counted', ['Cora', 'Carl', 'Cleo', 'Cato'])
  await owner.query(`update workspaces set languages = '{en,de}' where id = $1`, [workspace])
  const model = await newModel({ localized: true, fields: [{ key: 'title', kind: 'text', localized: true }] }, admin)
  const of = ({ id }: { id: string }) => ({ params: { model: model.pluralKey, id } })
  const asAdmin = as(admin)
  const [draft, live, changed, planned, archived] = await Promise.all(
    ['Draft', 'Live', 'Changed', 'Planned', 'Archived'].map((title) => newEntry(model, { title }, { person: admin })),
  )
  await newEntry(model, { title: 'Nur deutsch' }, { person: admin, locale: 'de' })
  for (const entry of [draft!, live!, changed!, planned!, archived!]) {
    await asAdmin(changeEntry, { ...of(entry), body: { fields: { title: 'Deutsch' }, locale: 'de' } })
    await asAdmin(publishEntry, { ...of(entry), body: { locales: ['de'] } })
  }
  for (const entry of [live!, changed!]) await asAdmin(publishEntry, { ...of(entry), body: {} })
  await asAdmin(changeEntry, { ...of(changed!), body: { fields: { title: 'Changed since' } } })
  await asAdmin(archiveEntry, { ...of(archived!), body: { locale: 'en' } })
  const at = new Date(Date.now() + 3_600_000).toISOString()
  await asAdmin(publishEntry, { ...of(planned!), body: { at, locales: ['en', 'de'] } })

  const { byStatus, entries } = await asAdmin(showContentReport, {})
  const listed = await Promise.all(
    stages.map(async (status) => [status, (await asAdmin(listEntries, { query: { status } })).items.length] as const),
  )
  expect(stages.map((stage) => [stage, byStatus[stage] ?? 0])).toEqual(listed)
  expect(Object.fromEntries(listed)).toMatchObject({ draft: 3, scheduled: 1, changed: 1, published: 1, archived: 1 })
  expect(entries).toBe(6)
})
