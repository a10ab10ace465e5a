import type { Field } from '#contract/fields.ts'
import type { Parameters } from '#server/content-filters/read-filter.ts'
import type { Model, Models } from '#server/content-models/find-models.ts'
import { isThere } from '#server/fields/components.ts'

type Former = Field['formerKeys'][number] & { fieldId: string }

/**
 * The former keys of fields that a query names. The first name of a path is a field of the model, the others are of whatever it
 * leads to. The parameters are read only where some field has a former key.
 */
export function formerKeysIn(models: Models, model: Model, parameters: () => Parameters): Former[] {
  const { fields, hasFormer } = fieldsIn(models)
  if (!hasFormer) return []
  return pathsIn(parameters()).flatMap(([first, ...others]) => [
    ...formerOf(model.fields.filter(isThere), first!),
    ...others.flatMap((name) => formerOf(fields, name)),
  ])
}

/** For a query that names some: since when (RFC 9745) and until when (RFC 8594) it answers, of several the one that ends first. */
export function headersOfFormerKeys(used: Former[]): Record<string, string> {
  const [ending] = used.toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
  if (!ending) return {}
  const { since, until } = ending
  return {
    ...(since && { Deprecation: `@${Math.floor(Date.parse(since) / 1000)}` }),
    Sunset: new Date(until).toUTCString(),
  }
}

type Fields = { fields: Field[]; hasFormer: boolean }
const known = new WeakMap<Models, Fields>()

/** The fields of all models; those of one state of a workspace are asked about again and again. */
function fieldsIn(models: Models): Fields {
  const found = known.get(models)
  if (found) return found
  const fields = [...models.there, ...models.hidden].flatMap((model) => model.fields.filter(isThere))
  const all = { fields, hasFormer: fields.some(({ formerKeys }) => formerKeys.length > 0) }
  known.set(models, all)
  return all
}

function formerOf(fields: Field[], name: string): Former[] {
  if (fields.some(({ key }) => key === name)) return []
  return fields.flatMap(({ id, formerKeys }) =>
    formerKeys
      .filter(({ key, until }) => key === name && Date.parse(until) > Date.now())
      .map((former) => ({ ...former, fieldId: id })),
  )
}

/** The names of fields that `fields`, `sort` and `filter[…]` are made of. */
function pathsIn({ fields = '', sort = '', ...others }: Parameters): string[][] {
  const filtered = Object.keys(others).filter((name) => name.startsWith('filter['))
  const written = [
    ...[fields, sort].flatMap((value) => String(value).split(',')),
    ...filtered.flatMap((name) => name.slice('filter['.length, -1).split('][')),
  ]
  return written.map((path) => path.trim().replace(/^[-+]/, '').split(/[.:]/))
}
