import { expect, test } from 'vitest'
import { changeContentModel } from '#contract/content-models.ts'
import { changeEntry, publishEntry, unpublishEntry } from '#contract/entries.ts'
import { changeEntriesTogether } from '#contract/entry-changes.ts'
import { as } from '#test/ask.ts'
import { newLiveEntry, newModel } from '#test/new-content.ts'
import { acme, runJobs } from '#test/world.ts'

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
      answers.push(await asAgent(unpublishEntry, { ...of(id), query: {} } as never))
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
