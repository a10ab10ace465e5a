import { expect, onTestFinished, test } from 'vitest'
import { changeEntriesTogether } from '#contract/content/changes.ts'
import { changeEntry, publishEntry, unpublishEntry } from '#contract/content/entries.ts'
import { changeContentModel } from '#contract/content/models.ts'
import { putEntryByExternalId } from '#contract/content/put-entry.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, owner, runJobs } from '#test/world.ts'

const asAgent = as(acme.agent)

test('entries leave readers and come back while the change of a model renders them anew, and no call fails', async () => {
  const model = await newModel()
  const entries: string[] = []
  for (let number = 0; number < 12; number += 1)
    entries.push((await newLiveEntry(model, { title: `Entry ${number}` })).id)
  const of = (id: string) => ({ params: { model: model.pluralKey, id } })
  const answers: unknown[] = []
  for (let round = 0; round < 6; round += 1) {
    const label = { id: model.fields[0]!.id, searchable: round % 2 === 0 }
    const changed = as(acme.admin)(changeContentModel, {
      params: { id: model.id },
      query: {},
      body: { fields: [label] },
    })
    answers.push(await changed)
    const turned = entries.map(async (id) => {
      answers.push(await asAgent(unpublishEntry, { ...of(id), query: {} }))
      answers.push(await asAgent(publishEntry, { ...of(id), body: {} }))
    })
    await Promise.all([runJobs(), ...turned.toReversed()])
  }
  expect(answers.filter((answer) => (answer as { status?: unknown }).status === 503)).toEqual([])
  expect(answers.filter((answer) => (answer as { code?: string }).code)).toEqual([])
})

test('calls that change the same entries in opposite orders all succeed', async () => {
  const model = await newModel()
  const ids = [
    (await newLiveEntry(model, { title: 'One' })).id,
    (await newLiveEntry(model, { title: 'Two' })).id,
    (await newLiveEntry(model, { title: 'Three' })).id,
  ]
  const write = (order: string[], title: string) =>
    asAgent(changeEntriesTogether, {
      params: { model: model.pluralKey },
      body: { changes: order.map((id) => ({ act: 'change', id, fields: { title } })) },
    } as never) as Promise<{ code?: string }>
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all([write(ids, `Up ${round}`), write(ids.toReversed(), `Down ${round}`)])
    expect(answers.map(({ code }) => code)).toEqual([undefined, undefined])
  }
  const [first] = ids
  const alone = await asAgent(changeEntry, {
    params: { model: model.pluralKey, id: first! },
    body: { fields: { title: 'Last' } },
  })
  expect(alone).toMatchObject({ id: first })
})

test('an external id that an entry is given while another one is written under it is refused to it', async () => {
  const model = await newModel()
  const { id } = await newLiveEntry(model, { title: 'Known otherwise' })
  await owner.query(
    `create function be_slow() returns trigger language plpgsql as $$ begin perform pg_sleep(1); return new; end $$;
     create trigger be_slow after insert on content_entries for each row execute function be_slow()`,
  )
  onTestFinished(async () => {
    await owner.query('drop trigger be_slow on content_entries; drop function be_slow')
  })
  const params = { model: model.pluralKey }
  const asAdmin = as(acme.admin)
  const written = {
    alone: (externalId: string) =>
      asAdmin(putEntryByExternalId, { params: { ...params, externalId }, body: { fields: { title: 'New' } } }),
    together: (externalId: string) =>
      asAdmin(changeEntriesTogether, {
        params,
        body: { changes: [{ act: 'put', externalId, fields: { title: 'New' } }] },
      }),
  }
  for (const [externalId, write] of Object.entries(written)) {
    const writing = write(externalId)
    const isSlow = "select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()"
    await expect.poll(async () => (await owner.query(isSlow)).rowCount).toBe(1)
    const given = await asAdmin(changeEntry, { params: { ...params, id }, body: { externalId } })
    expect([(await writing).code, given.code]).toEqual([undefined, 'value-taken'])
  }
})
