import type { Field } from '#contract/fields.ts'
import { ownNames, targetsOf } from '#server/content-filters/find-column.ts'
import { unknown } from '#server/content-filters/refuse-query.ts'
import type { Model, Models } from '#server/content-models/find-models.ts'
import { namesOfCategory } from '#server/content-projection/fill-leads.ts'
import type { Component } from '#server/field-kinds/field-kind.ts'
import { fieldsByKey } from '#server/fields/components.ts'
import { namesOfAsset } from '#server/media/assets/deliver-assets.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Wanted } from './read-query.ts'

/** What an entry says of itself beside its fields, whole. */
export const ofEveryEntry: readonly string[] = [...ownNames, 'type', '_meta']

/** Refuses what no entry could have, whatever is found: what is empty today is answered as what is not. */
export function refuseUnknownFields(models: Models, model: Model, wanted: Wanted) {
  for (const path of pathsIn(wanted)) refuseInFields(models, model, path, ofEveryEntry)
}

const pathsIn = (wanted: Wanted): string[][] =>
  [...wanted].flatMap(([name, below]) => (below.size === 0 ? [[name]] : pathsIn(below).map((rest) => [name, ...rest])))

function refuseInFields(
  models: Models,
  { key, fields }: Pick<Model | Component, 'key' | 'fields'>,
  [name, ...rest]: string[],
  besides: readonly string[],
) {
  const byKey = fieldsByKey(fields)
  const field = byKey.get(name!)
  if (field) return rest.length === 0 ? undefined : refuseBelow(models, field, rest)
  if (!besides.includes(name!)) throw unknown(`${key} has no field ${name}. There are: ${listed(byKey.keys())}`)
  if (rest.length > 0) throw hasNone(name!)
}

function refuseBelow(models: Models, field: Field, path: string[]) {
  if (field.kind === 'group') return refuseInFields(models, models.components.get(field.component)!, path, [])
  if (field.kind === 'blocks') return refuseInBlocks(models, field, path)
  if (field.kind === 'reference') return refuseInTargets(models, field, path)
  if (field.kind === 'category') return refuseNamed(field, path, namesOfCategory)
  if (field.kind === 'media') return refuseNamed(field, path, namesOfAsset)
  throw hasNone(field.key)
}

/** A field may hold blocks that it takes no more, so those of any component are known. */
function refuseInBlocks(models: Models, { key, components }: Field<'blocks'>, [name, ...rest]: string[]) {
  const component = [...models.components.values()].find((one) => one.key === name)
  if (component) return rest.length === 0 ? undefined : refuseInFields(models, component, rest, [])
  const taken = components.length > 0 ? components : [...models.components.keys()]
  const there = taken.flatMap((one) => models.components.get(one)?.key ?? [])
  throw unknown(`${key} has no component ${name}. There are: ${listed(there)}`)
}

/** Of several models that a reference leads to one has to have it. */
function refuseInTargets(models: Models, field: Field<'reference'>, path: string[]) {
  const [name] = path
  const targets = targetsOf(models, field)
  const known = targets.filter((model) => fieldsByKey(model.fields).has(name!))
  if (known.length === 0) {
    if (!ofEveryEntry.includes(name!)) throw hasNoSuchTarget(field, name!, targets)
    if (path.length > 1) throw hasNone(name!)
    return
  }
  const refusals = known.map((model) => refusalOf(() => refuseInFields(models, model, path, [])))
  if (!refusals.includes(null)) throw refusals[0]
}

function refusalOf(read: () => void): Refusal | null {
  try {
    read()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function refuseNamed({ key }: Field, [name, ...rest]: string[], known: readonly string[]) {
  if (!known.includes(name!)) throw unknown(`${key} has no ${name}. There are: ${listed(known)}`)
  if (rest.length > 0) throw hasNone(name!)
}

const hasNone = (name: string) => unknown(`${name} has no fields of its own`)

const hasNoSuchTarget = ({ key }: Field, name: string, targets: Model[]) =>
  unknown(
    `What ${key} leads to has no field ${name}. There are: ${listed(targets.flatMap(({ fields }) => [...fieldsByKey(fields).keys()]))}`,
  )

const listed = (names: Iterable<string>) => [...new Set(names)].join(', ')
