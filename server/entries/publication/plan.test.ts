import { expect, test } from 'vitest'
import { publishEntry, showEntry } from '#contract/entries.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { as } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, owner, platform } from '#test/world.ts'
import { keepPlan } from './plan.ts'

async function planned(fields: Record<string, unknown> = { title: 'Planned' }) {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text', required: 'on_publish' },
      { key: 'slug', kind: 'slug' },
    ],
  })
  const { id } = await newEntry(model, { title: 'Planned' })
  const at = new Date(Date.now() + 3000).toISOString()
  await as(acme.agent)(publishEntry, { params: { model: model.pluralKey, id }, body: { at } })
  if (fields.title === '')
    await owner.query(`update content_entries set shared = '{}' where workspace_id = $1 and id = $2`, [acme.id, id])
  return { id, text: { entryId: id, language: 'en' } }
}

const inAcme = { inWorkspace: (work) => inWorkspace(platform.app, acme.id, work) } as Pick<JobContext, 'inWorkspace'>
const away = { inWorkspace: () => Promise.reject(new Refusal('unavailable')) } as Pick<JobContext, 'inWorkspace'>
const shown = (id: string) => as(acme.agent)(showEntry, { params: { id }, query: {} })

test('while the database is away a plan is not given up: its job fails, and is done when it runs again', async () => {
  const { id, text } = await planned()
  await expect(keepPlan.run(text, away as JobContext)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await shown(id)).status).toBe('draft')
  await keepPlan.run(text, inAcme as JobContext)
  expect((await shown(id)).status).toBe('published')
})

test('what is refused for good ends the plan', async () => {
  const { id, text } = await planned({ title: '' })
  await keepPlan.run(text, inAcme as JobContext)
  const { rows } = await owner.query('select publish_at from content_texts where workspace_id = $1 and entry_id = $2', [
    ...[acme.id, id],
  ])
  expect(rows).toEqual([{ publish_at: null }])
  expect((await shown(id)).status).toBe('draft')
})
