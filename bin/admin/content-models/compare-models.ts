import { isSame } from '#contract/is-same.ts'
import type { WrittenField, WrittenModel } from './read-models.ts'

/** Pairs the models and fields of two places: by id, or else by key. */
export type Pairs = { models: Map<WrittenModel, WrittenModel>; fields: Map<WrittenField, WrittenField> }

export function pairUp(from: WrittenModel[], to: WrittenModel[]): Pairs {
  const models = match(from, to)
  const fields = new Map([...models].flatMap(([source, target]) => [...match(source.fields, target.fields)]))
  return { models, fields }
}

function match<T extends { id: string; key: string }>(from: T[], to: T[]): Map<T, T> {
  const byId = new Map(to.map((one) => [one.id, one]))
  const taken = new Set(from.flatMap(({ id }) => byId.get(id) ?? []))
  const byKey = new Map(to.filter((one) => !taken.has(one)).map((one) => [one.key.toLowerCase(), one]))
  return new Map(
    from.flatMap((one) => {
      const other = byId.get(one.id) ?? byKey.get(one.key.toLowerCase())
      return other ? [[one, other] as const] : []
    }),
  )
}

const ofModel = [
  ...(['key', 'pluralKey', 'name', 'description', 'kind', 'icon', 'localized', 'previewUrl', 'reviewDays'] as const),
  ...(['defaultSort', 'isPublic', 'publishers', 'keepVersions'] as const),
] as const

/** The differences of a model's own settings, as a change. */
type Settings = Partial<Pick<WrittenModel, (typeof ofModel)[number]>>

export const changedOf = (source: WrittenModel, target: Settings): Settings =>
  Object.fromEntries(ofModel.filter((name) => !isSame(source[name], target[name])).map((name) => [name, source[name]]))

const ownNames = ['id', 'formerKeys', 'deletedAt', 'condition', 'from']

/** The settings of a field without references to its neighbours. */
export const settingsOf = (field: WrittenField): Record<string, unknown> =>
  Object.fromEntries(Object.entries(field).filter(([name, value]) => !ownNames.includes(name) && value !== undefined))

/** The neighbours that a field names, by key: the one that it is shown beside, and the one that its slug is made of. */
export function neighboursOf(field: WrittenField, fields: WrittenField[]) {
  const keyOf = (id: unknown) => fields.find((one) => one.id === id)?.key ?? null
  const { condition, from } = field as WrittenField & { from?: string }
  const beside = condition && keyOf(condition.field)
  return { condition: beside ? { field: beside, equals: condition.equals } : null, from: from ? keyOf(from) : null }
}
