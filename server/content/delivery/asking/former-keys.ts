import type { Field } from '#contract/fields/fields.ts'
import type { Parameters } from '#server/content/filters/read-filter.ts'
import type { Model, Models } from '#server/content/models/find-models.ts'
import type { FormerModelKey } from '#server/content/models/former-keys/model-keys.ts'
import { isLiving } from '#server/fields/kinds/component-names.ts'
import { componentIdsIn, isThere } from '#server/fields/values/components.ts'

type ActiveFormerKey = { subjectId: string; key: string; since?: string | undefined; until: string }
type Query = { plural: string; parameters: () => Parameters }

/**
 * Returns the former keys that a query uses in its URL, or that its answer contains as `type`. Parses the parameters
 * only if a former key exists.
 */
export function formerKeysIn(models: Models, model: Model, { plural, parameters }: Query): ActiveFormerKey[] {
  const { fields, components, hasFormer } = fieldsIn(models)
  if (!hasFormer) return []
  const isPlural = ({ name, key }: FormerModelKey) => name === 'pluralKey' && key === plural
  const named = pathsIn(parameters()).flatMap(([first, ...others]) => [
    ...formerOf(model.fields.filter(isThere), first!),
    ...others.flatMap((name) => [
      ...formerOf(fields, name),
      ...components.flatMap((one) => ofModel(one, (former) => former.name === 'key' && former.key === name)),
    ]),
  ])
  const types = withTypes(models, model).flatMap((one) => ofModel(one, ({ isType }) => isType))
  return [...(model.pluralKey === plural ? [] : ofModel(model, isPlural)), ...named, ...types]
}

/**
 * Returns the Deprecation (RFC 9745) and Sunset (RFC 8594) headers. If a query uses several former keys, the headers
 * describe the one that ends first.
 */
export function headersOfFormerKeys(used: ActiveFormerKey[]): Record<string, string> {
  const [ending] = used.toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
  if (!ending) return {}
  const { since, until } = ending
  return {
    ...(since && { Deprecation: `@${Math.floor(Date.parse(since) / 1000)}` }),
    Sunset: new Date(until).toUTCString(),
  }
}

type FieldGroup = { fields: Field[]; components: Model[]; hasFormer: boolean }
const known = new WeakMap<Models, FieldGroup>()

function fieldsIn(models: Models): FieldGroup {
  const found = known.get(models)
  if (found) return found
  const fields = [...models.there, ...models.hidden].flatMap((model) => model.fields.filter(isThere))
  const components = models.there.filter(({ kind }) => kind === 'component')
  const hasFormer = [...fields, ...models.there].some(({ formerKeys }) => formerKeys.length > 0)
  const all = { fields, components, hasFormer }
  known.set(models, all)
  return all
}

function formerOf(fields: Field[], name: string): ActiveFormerKey[] {
  if (fields.some(({ key }) => key === name)) return []
  return fields.flatMap(({ id, formerKeys }) =>
    formerKeys.filter((one) => one.key === name && isLiving(one)).map((former) => ({ ...former, subjectId: id })),
  )
}

const ofModel = ({ id, formerKeys }: Model, isUsed: (former: FormerModelKey) => boolean): ActiveFormerKey[] =>
  formerKeys.filter((one) => isLiving(one) && isUsed(one)).map((former) => ({ ...former, subjectId: id }))

/** Returns the model and the components that its fields contain at any depth. Their `type` can appear in an answer. */
function withTypes(models: Models, model: Model, seen = new Set<string>()): Model[] {
  if (seen.has(model.id)) return []
  seen.add(model.id)
  const inner = componentIdsIn(model.fields).flatMap((id) => models.byId.get(id) ?? [])
  return [model, ...inner.flatMap((one) => withTypes(models, one, seen))]
}

function pathsIn({ fields = '', sort = '', ...others }: Parameters): string[][] {
  const filtered = Object.keys(others).filter((name) => name.startsWith('filter['))
  const written = [
    ...[fields, sort].flatMap((value) => String(value).split(',')),
    ...filtered.flatMap((name) => name.slice('filter['.length, -1).split('][')),
  ]
  return written.map((path) => path.trim().replace(/^[-+]/, '').split(/[.:]/))
}
