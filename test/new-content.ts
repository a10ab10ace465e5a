import { createEntry, publishEntry } from '#contract/content/entries.ts'
import { createContentModel } from '#contract/content/models.ts'
import type { InputOf } from '#contract/pages.ts'
import { as } from '#test/ask.ts'
import { acme, type Person } from '#test/world.ts'

type Model = InputOf<typeof createContentModel>['body']
type Entry = InputOf<typeof createEntry>['body']

let number = 0

/** Creates a model with a unique key, so that tests do not conflict. */
export const newModel = (body: Partial<Model> = {}, person: Person = acme.admin) => {
  number += 1
  const key = `thing${number}`
  return as(person)(createContentModel, {
    body: {
      key,
      name: `Thing ${number}`,
      fields: [
        { key: 'title', kind: 'text' },
        { key: 'slug', kind: 'slug' },
      ],
      ...body,
    } as Model,
  })
}

export const newEntry = (
  model: { pluralKey: string },
  fields: Record<string, unknown>,
  { person = acme.agent, ...body }: Omit<Entry & object, 'fields'> & { person?: Person } = {},
) => as(person)(createEntry, { params: { model: model.pluralKey }, body: { fields, ...body } })

export async function newLiveEntry(
  model: { pluralKey: string },
  fields: Record<string, unknown>,
  { person = acme.agent, ...body }: Omit<Entry & object, 'fields'> & { person?: Person } = {},
) {
  const { id } = await newEntry(model, fields, { person, ...body })
  return as(person)(publishEntry, { params: { model: model.pluralKey, id }, body: {} })
}
