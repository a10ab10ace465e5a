import { validate } from '@scalar/openapi-parser'
import { expect, test } from 'vitest'
import { newModel } from '#test/new-content.ts'
import { acme, app, settings } from '#test/world.ts'

const headers = { host: settings.apiHost, authorization: `Bearer ${acme.agent.token}` }
const get = async (url: string) => (await app.inject({ url, headers })).json()
const document = await get('/api/openapi.json')

type Parameter = { in: string; name: string; required?: boolean; description?: string; schema: object }
const parametersOf = (path: string): Parameter[] => document.paths[path].get.parameters
const queryOf = (path: string) => parametersOf(path).filter((parameter) => parameter.in === 'query')

test('the description of the whole API is valid OpenAPI 3.1', async () => {
  expect(await validate(document)).toMatchObject({ valid: true, errors: [], version: '3.1' })
})

const model = await newModel({ isPublic: true })
const list = '/api/v1/content/{model}'
const one = '/api/v1/content/{model}/{id}'
const explained = ['explain', 'entry', 'as']

test.each([
  ['a list of content', list, `${model.pluralKey}?colour=red`, explained],
  ['an entry', one, `${model.pluralKey}/draft?perspective=published&colour=red`, []],
])('of %s each parameter is described that is taken', async (_, path, address, others) => {
  const { detail } = await get(`/api/v1/content/${address}`)
  const taken = detail.split('There are: ')[1].split(', ')
  expect(new Set(queryOf(path).map(({ name }) => name))).toEqual(new Set([...taken, ...others]))
  expect(queryOf(path).filter(({ description, required }) => !description || required)).toEqual([])
})

test('a filter is described as it is written, and what is counted with its limits', () => {
  const named = Object.fromEntries(queryOf(list).map((parameter) => [parameter.name, parameter]))
  expect(named.filter).toMatchObject({ style: 'deepObject', explode: true, schema: { type: 'object' } })
  expect(named.limit).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } })
  expect(named.count).toMatchObject({ schema: { enum: ['none', 'exact'] } })
})
