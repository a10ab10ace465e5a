import { expect, test } from 'vitest'
import { findEntryUses } from '#contract/content/changes.ts'
import {
  listEntryUses,
  publishEntry,
  showContentReport,
  showEntry,
  showEntryVersion,
} from '#contract/content/entries.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { newContentKey } from '#test/new-key.ts'
import { acme, app, owner, settings } from '#test/world.ts'

test.each(['management', 'preview'] as const)('a %s key of one model reads no draft of another', async (kind) => {
  const person = acme.admin
  const secret = await newModel()
  const reference = (key: string, model: { id: string }) => ({ key, kind: 'reference', models: [model.id] })
  const open = await newModel({
    fields: [{ key: 'title', kind: 'text' }, { key: 'slug', kind: 'slug' }, reference('who', secret)],
  })
  const back = await newModel({
    fields: [{ key: 'title', kind: 'text' }, reference('to', open)],
    reviewDays: 1,
  })
  const hidden = await newEntry(secret, { title: 'CANARY ONE' }, { person })
  const { id } = await newEntry(open, { title: 'It', who: hidden.id }, { person })
  const stale = await newEntry(back, { title: 'CANARY TWO', to: id }, { person })
  await as(person)(publishEntry, { params: { model: back.pluralKey, id: stale.id }, body: {} })
  await owner.query(`update content_texts set published_at = now() - interval '9 days' where entry_id = $1`, [stale.id])
  const key = await newContentKey(acme, kind, { models: [open.id] })
  const read = async (query: Record<string, string>) =>
    (
      await app.inject({
        url: `/api/v1/content/${open.pluralKey}/${id}`,
        ...{ query, headers: { host: settings.apiHost, authorization: `Bearer ${key.secret}` } },
      })
    ).json()
  expect(await read({})).toMatchObject({ title: 'It', who: null })
  expect(await read({ fields: 'title,who' })).toMatchObject({ who: null })
  const by = as({ ...person, token: key.secret })
  const params = { model: open.pluralKey, id }
  const answers = await Promise.all([
    by(showEntry, { params: { id }, query: {} }),
    by(showEntryVersion, { params: { ...params, number: 1 }, query: {} }),
    by(listEntryUses, { params }),
    by(findEntryUses, { query: { ids: id } }),
    by(showContentReport, {}),
    by(publishEntry, { params, body: {} }),
  ])
  expect(JSON.stringify(answers)).not.toContain('CANARY')
})
