import type { Founded } from './people.ts'
import { expect, type Site } from './story.ts'

type Body = Record<string, unknown>
type Team = Pick<Founded, 'token'>

export type Model = { id: string; key: string; pluralKey: string; fields: { id: string; key: string }[] }

export async function newModel(site: Site, { token }: Team, body: Body): Promise<Model> {
  const { status, body: model } = await site.api('POST', '/api/v1/content-models', { token, body })
  expect(model).toMatchObject({ key: body.key })
  expect(status).toBe(201)
  return model
}

/** Deletes the default models of a new workspace. */
export async function deleteModels(site: Site, { token }: Team) {
  const { body } = await site.api('GET', '/api/v1/content-models', { token })
  for (const { id } of body.items) {
    const { status } = await site.api('DELETE', `/api/v1/content-models/${id}`, { token })
    expect(status).toBe(200)
  }
}

export async function newEntry(site: Site, { token }: Team, model: string, fields: Body): Promise<string> {
  const { status, body } = await site.api('POST', `/api/v1/content/${model}`, { token, body: { fields } })
  expect(status).toBe(201)
  return body.id
}

export async function readEntry(site: Site, { token }: Team, id: string, locale?: string) {
  const query = locale ? `?locale=${locale}` : ''
  const { body } = await site.api('GET', `/api/v1/content-entries/${id}${query}`, { token })
  return body
}
