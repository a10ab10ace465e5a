import type { Field } from '#contract/fields.ts'
import type { Parameters } from '#server/content-filters/read-filter.ts'
import type { Model, Models } from '#server/content-models/find-models.ts'
import { isThere } from '#server/fields/components.ts'

type Former = Field['formerKeys'][number]

/**
 * For a query that calls a field by a key that it has no more: since when (RFC 9745) and until when (RFC 8594) that key
 * answers, of several the one that ends first. The first name of a path is a field of the model, the others are of whatever it
 * leads to.
 */
export function headersOfFormerKeys(models: Models, model: Model, parameters: Parameters): Record<string, string> {
  const everywhere = fieldsIn(models)
  if (!everywhere.some(({ formerKeys }) => formerKeys.length > 0)) return {}
  const paths = pathsIn(parameters)
  const used = paths.flatMap(([first, ...others]) => [
    ...formerOf(model.fields.filter(isThere), first!),
    ...others.flatMap((name) => formerOf(everywhere, name)),
  ])
  const [ending] = used.toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
  if (!ending) return {}
  const { since, until } = ending
  return {
    ...(since && { Deprecation: `@${Math.floor(Date.parse(since) / 1000)}` }),
    Sunset: new Date(until).toUTCString(),
  }
}

const known = new WeakMap<Models, Field[]>()

/** The fields of all models; those of one state of a workspace are asked about again and again. */
function fieldsIn(models: Models): Field[] {
  const fields =
    known.get(models) ?? [...models.there, ...models.hidden].flatMap((model) => model.fields.filter(isThere))
  known.set(models, fields)
  return fields
}

function formerOf(fields: Field[], name: string): Former[] {
  if (fields.some(({ key }) => key === name)) return []
  return fields.flatMap(({ formerKeys }) =>
    formerKeys.filter(({ key, until }) => key === name && Date.parse(until) > Date.now()),
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
