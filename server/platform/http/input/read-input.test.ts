import { describe, expect, test } from 'vitest'
import { newEntry, newModel } from '#test/new-content.ts'
import { acme, app, settings } from '#test/world.ts'

const model = await newModel()
const authorization = `Bearer ${acme.agent.token}`

async function send(method: 'POST' | 'PUT' | 'DELETE', path: string, more: object, headers: object = {}) {
  const all = { host: settings.apiHost, authorization, ...headers }
  const response = await app.inject({ method, url: `/api/v1/${path}`, headers: all, ...more })
  return { status: response.statusCode, ...response.json() }
}
const json = { 'content-type': 'application/json' }

describe.each([
  ['no body', {}, {}],
  ['no body, though of a type', {}, json],
  ['an empty body of a type', { payload: '' }, json],
  ['an empty body with blanks about its type', { payload: '' }, { 'content-type': 'application/json; charset=utf-8' }],
])('%s', (_, more, headers) => {
  test('is an empty object where all members are optional', async () => {
    const { id } = await newEntry(model, { title: 'Sent without a body' })
    const answer = await send('PUT', `content/${model.pluralKey}/${id}/publication`, more, headers)
    expect(answer).toMatchObject({ status: 200, title: 'Sent without a body' })
  })

  test('is what an endpoint without one takes', async () => {
    const { id } = await newEntry(model, { title: 'To the trash' })
    expect(await send('DELETE', `content/${model.pluralKey}/${id}`, more, headers)).toMatchObject({ status: 200 })
  })

  test('is told which members are needed', async () => {
    expect(
      await send('POST', 'content-models', more, { ...headers, authorization: `Bearer ${acme.admin.token}` }),
    ).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { key: expect.any(String), name: expect.any(String) },
    })
  })
})

test('what is no JSON, and null, are refused as before', async () => {
  const { id } = await newEntry(model, { title: 'Draft' })
  const path = `content/${model.pluralKey}/${id}/publication`
  expect(await send('PUT', path, { payload: '{' }, json)).toMatchObject({ status: 400, code: 'malformed-json' })
  expect(await send('PUT', path, { payload: 'null' }, json)).toMatchObject({ status: 400, code: 'invalid' })
})
