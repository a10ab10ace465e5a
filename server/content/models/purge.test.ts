import { expect, test } from 'vitest'
import { showContent } from '#contract/content/delivery.ts'
import {
  changeContentModel,
  deleteContentField,
  deleteContentModel,
  listContentModels,
  showContentModel,
  undeleteContentField,
} from '#contract/content/models.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, globex, owner, runJobs, settings } from '#test/world.ts'

const onHost = { host: `${acme.domain}.${settings.rootDomain}` }
const asAdmin = as(acme.admin)

async function purge() {
  for (const name of ['entries.prune', 'content-models.purge'])
    await owner.query(`select jobs.enqueue($1, '{}'::json, null, 3, null, 0)`, [name])
  await runJobs()
}
const age = (id: string, days: number) =>
  owner.query(
    `update content_models set deleted_at = deleted_at - $2 * interval '1 day', fields = (
       select jsonb_agg(case when f->>'deletedAt' is null then f else
         f || jsonb_build_object('deletedAt', (f->>'deletedAt')::timestamptz - $2 * interval '1 day') end order by place)
       from jsonb_array_elements(fields) with ordinality as all_fields(f, place))
     where id = $1`,
    [id, days],
  )
const kept = async (id: string) => {
  const { rows } = await owner.query(
    `select (select shared::text || coalesce(string_agg(t.values::text, ''), '') from content_texts t where t.entry_id = e.id) as draft,
       (select string_agg(cells::text || body, '') from content_published p where p.entry_id = e.id) as live,
       (select string_agg(snapshot::text, '') from content_versions v where v.entry_id = e.id) as versions
     from content_entries e where id = $1`,
    [id],
  )
  return rows[0] as { draft: string; live: string; versions: string } | undefined
}

test('a field is gone for good after 30 days: from drafts and from readers, and not from what was', async () => {
  const part = await newModel({
    kind: 'component',
    fields: [
      { key: 'inner', kind: 'text' },
      { key: 'other', kind: 'text' },
    ],
  })
  const model = await newModel({
    isPublic: true,
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'secret', kind: 'text', localized: true },
      { key: 'part', kind: 'group', component: part.key },
    ],
  })
  const fields = { title: 'Stays', secret: 'goes', part: { inner: 'goes too', other: 'stands' } }
  const { id } = await newLiveEntry(model, fields)
  const place = { params: { id: model.id, field: model.fields[1]!.id } }
  await asAdmin(deleteContentField, { ...place, query: {} })
  await asAdmin(deleteContentField, { params: { id: part.id, field: part.fields[0]!.id }, query: {} })
  await purge()
  expect((await kept(id))!.draft).toContain('goes')
  await age(model.id, 31)
  await age(part.id, 31)
  await purge()
  await purge()
  const left = (await kept(id))!
  expect(left.draft).not.toContain('goes')
  expect(left.live).not.toContain('goes')
  expect(left.versions).toContain('goes')
  expect(await asAdmin(undeleteContentField, place)).toMatchObject({ code: 'field-not-found' })
  expect(await as(null)(showContent, { params: { model: model.pluralKey, id }, query: {} }, onHost)).toMatchObject({
    title: 'Stays',
    part: { other: 'stands' },
  })
})

test('what was shown only beside a field that is gone is shown always, and the model can be changed', async () => {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text' },
      { key: 'isOn', kind: 'boolean' },
    ],
  })
  const condition = { field: model.fields[1]!.id, equals: true }
  const change = (body: object) => asAdmin(changeContentModel, { params: { id: model.id }, query: {}, body })
  await change({ fields: [{ key: 'more', kind: 'text', condition }] })
  await asAdmin(deleteContentField, { params: { id: model.id, field: condition.field }, query: {} })
  await age(model.id, 31)
  await purge()
  expect(await change({ name: 'Later' })).toMatchObject({
    name: 'Later',
    fields: [{}, { key: 'more', condition: null }],
  })
})

test('a model is gone for good after 30 days with its entries, and nobody else’s', async () => {
  const [model, young, other] = [await newModel(), await newModel(), await newModel({}, globex.admin)]
  const [entry, stays] = [await newEntry(model, { title: 'Goes' }), await newEntry(young, { title: 'Stays' })]
  const strangers = await newEntry(other, { title: 'Stays' }, { person: globex.admin })
  await asAdmin(deleteContentModel, { params: { id: model.id } })
  await asAdmin(deleteContentModel, { params: { id: young.id } })
  await age(model.id, 31)
  await age(young.id, 29)
  await purge()
  await purge()
  expect(await kept(entry.id)).toBeUndefined()
  expect([await kept(stays.id), await kept(strangers.id)]).not.toContain(undefined)
  const { items } = await asAdmin(listContentModels, { query: { deleted: 'true' } })
  expect(items.map(({ id }) => id)).toEqual([young.id])
  expect(await as(globex.admin)(showContentModel, { params: { id: other.id } })).toMatchObject({ id: other.id })
})
