import { expect, test } from 'vitest'
import { changeEntry, deleteEntry, showEntry } from '#contract/content/entries.ts'
import { as, ask } from '#test/ask.ts'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, app } from '#test/world.ts'

const base = '/api/v1/content/:model/:id'

/** A valid body for each write endpoint. Each write changes the entry or its published content. */
const bodies: Record<string, object | undefined> = {
  [`PATCH ${base}`]: { fields: { title: 'x' } },
  [`DELETE ${base}`]: undefined,
  [`DELETE ${base}/trash`]: undefined,
  [`POST ${base}/copies`]: undefined,
  [`PUT ${base}/publication`]: {},
  [`DELETE ${base}/publication`]: undefined,
  [`DELETE ${base}/plan`]: undefined,
  [`PUT ${base}/review`]: {},
  [`DELETE ${base}/review`]: undefined,
  [`PUT ${base}/archive`]: {},
  [`DELETE ${base}/archive`]: undefined,
  [`PUT ${base}/restoration`]: { number: 1 },
}
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`
const writes = app.endpoints.filter(({ method, path }) => method !== 'GET' && path.startsWith(base))

test('every write on an entry is known here', () => {
  expect(writes.map(nameOf).toSorted()).toEqual(Object.keys(bodies).toSorted())
})

async function changedEntry() {
  const model = await newModel()
  const { id } = await newEntry(model, { title: 'Strict' })
  const params = { model: model.pluralKey, id }
  await as(acme.agent)(changeEntry, { params, body: { fields: { title: 'Stricter' } } })
  return params
}
const show = async (id: string) => as(acme.agent)(showEntry, { params: { id }, query: {} })

test.each(Object.entries(bodies))('%s is refused where the entry changed since', async (name, body) => {
  const params = await changedEntry()
  const endpoint = writes.find((one) => nameOf(one) === name)!
  const send = (tag: string) => ask(acme.agent, endpoint, { params, body }, { 'if-match': tag })
  const late = await send('"1"')
  expect([late.statusCode, late.json().code]).toEqual([412, 'changed-meanwhile'])
  expect(await show(params.id)).toMatchObject({ revision: 2, status: 'draft', isTrashed: false })
  expect((await send('"1", "2"')).statusCode).toBeLessThan(300)
})

test('what lies in the trash already is thrown away by its tag alone', async () => {
  const params = await changedEntry()
  await as(acme.agent)(deleteEntry, { params })
  const again = await ask(acme.agent, deleteEntry, { params }, { 'if-match': '"1"' })
  expect(again.statusCode).toBe(412)
})
