import { describe, expect, test } from 'vitest'
import {
  changeEntry,
  deleteEntry,
  publishEntry,
  showEntry,
  unplanEntry,
  unpublishEntry,
} from '#contract/content/entries.ts'
import { listEntryEvents } from '#contract/content/entry-history.ts'
import { deleteContentModel, undeleteContentModel } from '#contract/content/models.ts'
import { changeMember } from '#contract/workspace/team.ts'
import { inWorkspace } from '#server/platform/database.ts'
import type { JobContext } from '#server/platform/jobs.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { as } from '#test/ask.ts'
import { newEntry, newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, mailsTo, newMember, owner, type Person, platform, runJobs } from '#test/world.ts'
import { entryScheduleJob } from './schedule.ts'

async function newPlannable() {
  const model = await newModel({
    fields: [
      { key: 'title', kind: 'text', required: 'on_publish' },
      { key: 'slug', kind: 'slug' },
    ],
  })
  const { id } = await newEntry(model, { title: 'Planned' })
  return { id, params: { model: model.pluralKey, id } }
}

async function planned(fields: Record<string, unknown> = { title: 'Planned' }, person: Person = acme.agent) {
  const { id, params } = await newPlannable()
  const at = new Date(Date.now() + 3000).toISOString()
  await as(person)(publishEntry, { params, body: { at } })
  if (fields.title === '')
    await owner.query(`update content_entries set shared = '{}' where workspace_id = $1 and id = $2`, [acme.id, id])
  return { id, params, text: { entryId: id, language: 'en' } }
}

const mailedTo = async ({ email }: Person) => (await mailsTo(email)).map(({ text }) => JSON.parse(text))

const inAcme = { inWorkspace: (work) => inWorkspace(platform.app, acme.id, work) } as Pick<JobContext, 'inWorkspace'>
const away = { inWorkspace: () => Promise.reject(new Refusal('unavailable')) } as Pick<JobContext, 'inWorkspace'>
const shown = (id: string) => as(acme.agent)(showEntry, { params: { id }, query: {} })

test('while the database is away a plan is not given up: its job fails, and is done when it runs again', async () => {
  const { id, text } = await planned()
  await expect(entryScheduleJob.run(text, away as JobContext)).rejects.toMatchObject({ code: 'unavailable' })
  expect((await shown(id)).status).toBe('draft')
  await entryScheduleJob.run(text, inAcme as JobContext)
  expect((await shown(id)).status).toBe('published')
})

test('an end that is not after the planned publication is refused', async () => {
  const { id, params } = await planned()
  const publishAt = Date.parse((await shown(id)).languages[0]!.publishAt!)
  const end = (ms: number) =>
    as(acme.agent)(unpublishEntry, { params, query: { at: new Date(publishAt + ms).toISOString() } })
  expect((await end(0)).code).toBe('time-in-the-past')
  expect((await shown(id)).languages).toMatchObject([{ publishAt: expect.any(String), unpublishAt: null }])
  expect((await end(60_000)).code).toBeUndefined()
})

test('a publication is not undone by an end that was planned before it', async () => {
  const { id, text } = await planned()
  const set = `update content_texts set unpublish_at = publish_at - interval '1 second' where workspace_id = $1 and entry_id = $2`
  await owner.query(set, [acme.id, id])
  await entryScheduleJob.run(text, inAcme as JobContext)
  expect(await shown(id)).toMatchObject({ status: 'published', languages: [{ publishAt: null, unpublishAt: null }] })
})

describe('the end of what is live, where the next version is planned without a word on it,', () => {
  const hour = 3_600_000
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

  async function liveUntil(until: number) {
    const { id, params } = await newPlannable()
    await as(acme.agent)(publishEntry, { params, body: { until: inMs(until) } })
    await as(acme.agent)(changeEntry, { params, body: { fields: { title: 'Next' } } })
    return { id, params, text: { entryId: id, language: 'en' } }
  }
  const plan = (params: { model: string; id: string }, at: number, body: object = {}) =>
    as(acme.agent)(publishEntry, { params, body: { at: inMs(at), ...body } })
  /** Moves the schedule back by `ms`, as if this time had passed while no job ran. */
  const pass = (id: string, ms: number) =>
    owner.query(
      `update content_texts set publish_at = publish_at - make_interval(secs => $3),
         unpublish_at = unpublish_at - make_interval(secs => $3) where workspace_id = $1 and entry_id = $2`,
      [acme.id, id, ms / 1000],
    )

  test('stays, and the version that comes later has none', async () => {
    const { id, params, text } = await liveUntil(hour)
    await plan(params, 2 * hour)
    expect((await shown(id)).languages).toMatchObject([
      { isLive: true, publishAt: expect.any(String), unpublishAt: expect.any(String) },
    ])
    await pass(id, hour + 1000)
    await entryScheduleJob.run(text, inAcme as JobContext)
    expect((await shown(id)).languages).toMatchObject([
      { isLive: false, publishAt: expect.any(String), unpublishAt: null },
    ])
    await pass(id, hour + 1000)
    await entryScheduleJob.run(text, inAcme as JobContext)
    expect((await shown(id)).languages).toMatchObject([{ status: 'published', publishAt: null, unpublishAt: null }])
  })

  test('comes to pass though the publication that was due as well is refused', async () => {
    const { id, params, text } = await liveUntil(hour)
    await plan(params, 2 * hour)
    await owner.query(`update content_entries set shared = '{}' where workspace_id = $1 and id = $2`, [acme.id, id])
    await pass(id, 3 * hour)
    await entryScheduleJob.run(text, inAcme as JobContext)
    expect((await shown(id)).languages).toMatchObject([{ isLive: false, publishAt: null, unpublishAt: null }])
  })

  test('stays behind the publication too, and where that is refused', async () => {
    const [one, other] = [await liveUntil(2 * hour), await liveUntil(2 * hour)]
    await plan(one.params, hour)
    await plan(other.params, hour)
    await owner.query(`update content_entries set shared = '{}' where workspace_id = $1 and id = $2`, [
      acme.id,
      other.id,
    ])
    await pass(one.id, hour)
    await pass(other.id, hour)
    await entryScheduleJob.run(one.text, inAcme as JobContext)
    await entryScheduleJob.run(other.text, inAcme as JobContext)
    const ends = { isLive: true, publishAt: null, unpublishAt: expect.any(String) }
    expect((await shown(one.id)).languages).toMatchObject([{ ...ends, status: 'published' }])
    expect((await shown(other.id)).languages).toMatchObject([{ ...ends, status: 'changed' }])
  })

  test('is taken away by who says so', async () => {
    const { id, params } = await liveUntil(hour)
    await plan(params, 2 * hour, { until: null })
    expect((await shown(id)).languages).toMatchObject([{ publishAt: expect.any(String), unpublishAt: null }])
  })
})

test('what fell due while its model was hidden is made up for when that is back', async () => {
  const model = await newModel()
  const [ends, begins] = [await newLiveEntry(model, { title: 'Ends' }), await newEntry(model, { title: 'Begins' })]
  const plan = (id: string, body: object) =>
    as(acme.agent)(publishEntry, { params: { model: model.pluralKey, id }, body })
  await plan(ends.id, { until: new Date(Date.now() + 3_600_000).toISOString() })
  await plan(begins.id, { at: new Date(Date.now() + 3_600_000).toISOString() })
  await as(acme.admin)(deleteContentModel, { params: { id: model.id }, query: {} } as never)
  await owner.query(
    `update content_texts set publish_at = publish_at - interval '2 hours',
       unpublish_at = unpublish_at - interval '2 hours' where workspace_id = $1 and entry_id in ($2, $3)`,
    [acme.id, ends.id, begins.id],
  )
  await runJobs({ laterSeconds: 7200 })
  await as(acme.admin)(undeleteContentModel, { params: { id: model.id } })
  await runJobs()
  expect(await shown(ends.id)).toMatchObject({ status: 'draft', languages: [{ unpublishAt: null }] })
  expect(await shown(begins.id)).toMatchObject({ status: 'published', languages: [{ publishAt: null }] })
})

test('what is refused for good ends the plan, and the history says why', async () => {
  const { id, text } = await planned({ title: '' })
  await entryScheduleJob.run(text, inAcme as JobContext)
  const { rows } = await owner.query('select publish_at from content_texts where workspace_id = $1 and entry_id = $2', [
    ...[acme.id, id],
  ])
  expect(rows).toEqual([{ publish_at: null }])
  expect((await shown(id)).status).toBe('draft')
  const { model } = await shown(id)
  const { items } = await as(acme.agent)(listEntryEvents, { params: { model: model.pluralKey, id }, query: {} })
  expect(items[0]).toMatchObject({
    ...{ type: 'entry.plan-failed', actor: null },
    new: { language: 'en', to: 'publish', reason: 'entry-invalid', why: 'Fill in Title' },
  })
})

test('whoever planned what was refused is mailed once what it is, for when and why, with the way to it', async () => {
  const planner = await newMember(acme, 'Paula')
  const { id, text } = await planned({ title: '' }, planner)
  await entryScheduleJob.run(text, inAcme as JobContext)
  await entryScheduleJob.run(text, inAcme as JobContext)
  await runJobs()
  await runJobs()
  expect(await mailedTo(planner)).toMatchObject([
    {
      ...{ planned: 'publish', noun: 'entry', why: 'Fill in Title', language: null },
      ...{ when: expect.stringMatching(/^\d+ \w+ \d{4}, \d\d:\d\d \(.+\)$/) },
      url: expect.stringMatching(new RegExp(`^https?://${acme.domain}\\..*/cms/content/edit/${id}$`)),
    },
  ])
})

test('of what somebody planned who has left, its owner is mailed, with their name', async () => {
  const [planner, keeper] = [await newMember(acme, 'Paul Past'), await newMember(acme, 'Kay')]
  const { id, params, text } = await planned({ title: '' }, planner)
  await as(acme.admin)(changeEntry, { params, body: { owner: keeper.id } })
  await as(acme.admin)(changeMember, { params: { id: planner.id }, body: { isActive: false } })
  await entryScheduleJob.run(text, inAcme as JobContext)
  await runJobs()
  expect([await mailedTo(planner), await mailedTo(keeper)]).toMatchObject([
    [],
    [{ plannedBy: 'Paul Past Test', planned: 'publish', url: expect.stringContaining(id) }],
  ])
})

test('nobody is mailed of a plan that was given up or of an entry in the trash', async () => {
  const planner = await newMember(acme, 'Pia')
  const [withdrawn, thrown] = [await planned({ title: '' }, planner), await planned({ title: '' }, planner)]
  await as(planner)(unplanEntry, { params: withdrawn.params, query: {} })
  for (const { text } of [withdrawn, thrown]) await entryScheduleJob.run(text, inAcme as JobContext)
  await as(planner)(deleteEntry, { params: thrown.params })
  await runJobs()
  expect(await mailedTo(planner)).toEqual([])
})
